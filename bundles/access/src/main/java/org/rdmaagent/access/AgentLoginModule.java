// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import javax.security.auth.spi.LoginModule;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.jspecify.annotations.Nullable;

/** Knows the agent's own logins; Karaf makes one for each attempt, by its public constructor. */
public final class AgentLoginModule implements LoginModule {
    static final String ACCOUNTS = "org.rdmaagent.access.accounts";

    private final List<Principal> principals = new ArrayList<>();
    private @Nullable Subject subject;
    private @Nullable CallbackHandler handler;
    private @Nullable AgentAccounts accounts;

    @Override
    public void initialize(
            Subject toFill, CallbackHandler toAsk, Map<String, ?> shared, Map<String, ?> options) {
        subject = toFill;
        handler = toAsk;
        accounts = options.get(ACCOUNTS) instanceof AgentAccounts given ? given : null;
    }

    @Override
    public boolean login() throws LoginException {
        NameCallback name = new NameCallback("user");
        PasswordCallback word = new PasswordCallback("password", false);
        ask(name, word);
        char[] password = word.getPassword();
        word.clearPassword();
        if (accounts == null || name.getName() == null || password == null) {
            throw new FailedLoginException("login failed");
        }
        LoginName login =
                accounts.login(name.getName(), password)
                        .orElseThrow(() -> new FailedLoginException("login failed"));
        Arrays.fill(password, '\0');
        principals.add(new UserPrincipal(login.user()));
        login.roles().forEach(role -> principals.add(new RolePrincipal(role)));
        return true;
    }

    private void ask(Callback... callbacks) throws LoginException {
        if (handler == null) {
            throw new LoginException("nobody to ask for user and password");
        }
        try {
            handler.handle(callbacks);
        } catch (IOException | UnsupportedCallbackException e) {
            throw new LoginException(e.toString());
        }
    }

    @Override
    public boolean commit() {
        if (subject == null || principals.isEmpty()) {
            return false;
        }
        subject.getPrincipals().addAll(principals);
        return true;
    }

    @Override
    public boolean abort() {
        return logout();
    }

    @Override
    public boolean logout() {
        boolean any = !principals.isEmpty();
        if (subject != null) {
            subject.getPrincipals().removeAll(principals);
        }
        principals.clear();
        return any;
    }
}
