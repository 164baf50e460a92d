// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.security.SecureRandom;
import javax.security.auth.Subject;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;

/** The agent's logins with passwords that a test can type: {@code viewer-word} and so on. */
final class PlainLogins implements LoginDesk.Realm {
    static LoginDesk desk() {
        return new LoginDesk(new PlainLogins(), System::nanoTime, new SecureRandom());
    }

    @Override
    public Subject login(String user, char[] password, String address) throws LoginException {
        LoginName login =
                LoginName.of(user)
                        .filter(any -> new String(password).equals(user + "-word"))
                        .orElseThrow(() -> new FailedLoginException("login failed"));
        Subject subject = new Subject();
        login.roles().forEach(role -> subject.getPrincipals().add(new RolePrincipal(role)));
        return subject;
    }

    @Override
    public boolean ready() {
        return true;
    }

    @Override
    public long generation() {
        return 0;
    }
}
