// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.nio.file.Path;
import java.security.SecureRandom;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.apache.karaf.jaas.boot.principal.ClientPrincipal;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The desk in front of Karaf's realm, one for both roads. */
@Component(service = KarafLogin.class)
public final class KarafLogin implements LoginDesk.Realm {
    private final AgentRealm realm;
    private final Path users;
    private final LoginDesk desk;

    /** Made by the container; the realm is asked for so that nobody logs in before it is there. */
    @Activate
    public KarafLogin(BundleContext context, @Reference AgentRealm realm) {
        this.realm = realm;
        this.users = AgentAccounts.folder(context, "karaf.etc", "etc").resolve("users.properties");
        this.desk = new LoginDesk(this, System::nanoTime, new SecureRandom());
    }

    LoginDesk desk() {
        return desk;
    }

    @Override
    public Subject login(String user, char[] password, String address) throws LoginException {
        Subject subject = new Subject();
        subject.getPrincipals().add(new ClientPrincipal("rdma-agent", address));
        LoginContext context =
                new LoginContext(
                        AgentRealm.NAME,
                        subject,
                        callbacks -> {
                            for (Callback callback : callbacks) {
                                if (callback instanceof NameCallback name) {
                                    name.setName(user);
                                } else if (callback instanceof PasswordCallback word) {
                                    word.setPassword(password);
                                } else {
                                    throw new UnsupportedCallbackException(callback);
                                }
                            }
                        });
        context.login();
        subject.setReadOnly();
        return subject;
    }

    @Override
    public boolean ready() {
        return realm.ready();
    }

    @Override
    public long generation() {
        return 31L * users.toFile().lastModified() + realm.generation();
    }
}
