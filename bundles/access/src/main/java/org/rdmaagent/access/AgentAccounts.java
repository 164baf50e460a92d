// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.rdmaagent.agent.ReadinessGate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logins of this agent, with their files in Karaf's folders. */
@Component(service = {AgentAccounts.class, ReadinessGate.class})
public final class AgentAccounts implements ReadinessGate {
    private static final Logger LOG = LoggerFactory.getLogger(AgentAccounts.class);

    private volatile @Nullable Accounts accounts;

    /**
     * Made by the container. The slow hashes cost a second of a cold Java machine: they are
     * computed beside the start, and until then nobody logs in.
     */
    @Activate
    public AgentAccounts(BundleContext context) {
        Path etc = folder(context, "karaf.etc", "etc");
        Path state = folder(context, "karaf.data", "data").resolve("rdma-agent");
        PrivateFile told = new PrivateFile(etc.resolve("rdma-agent-logins"));
        PrivateFile kept = new PrivateFile(state.resolve("logins"));
        Thread settling = new Thread(() -> settle(told, kept), "rdma-logins");
        settling.setDaemon(true);
        settling.start();
    }

    private void settle(PrivateFile told, PrivateFile kept) {
        try {
            accounts =
                    new Accounts(
                            System.getenv(),
                            told,
                            kept,
                            new SecureRandom(),
                            PasswordHash.ITERATIONS);
        } catch (RuntimeException e) {
            LOG.error("Nobody can log in: {}", e.toString());
        }
    }

    boolean settled() {
        return accounts != null;
    }

    /** Whose password this is; nobody's before the passwords are settled. */
    Optional<LoginName> login(String user, char[] password) {
        Accounts known = accounts;
        return known == null ? Optional.empty() : known.login(user, password);
    }

    @Override
    public String name() {
        return "logins";
    }

    @Override
    public boolean open() {
        return settled();
    }

    @Override
    public String announcement() {
        Accounts known = accounts;
        return known == null ? "" : known.announcement();
    }

    static Path folder(BundleContext context, String property, String otherwise) {
        String value = context.getProperty(property);
        return Path.of(value == null ? otherwise : value);
    }
}
