// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import org.apache.karaf.jaas.boot.ProxyLoginModule;
import org.apache.karaf.jaas.config.JaasRealm;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The realm {@code karaf}: the agent's logins first, then whatever that realm held without us
 * ({@code etc/users.properties}, LDAP), so that an agent installed into somebody's Karaf locks
 * nobody out.
 */
@Component(
        service = {AgentRealm.class, JaasRealm.class},
        property = "rdma.realm=true")
public final class AgentRealm implements JaasRealm {
    static final String NAME = "karaf";

    /** Above Karaf's own, which has 0; the highest one serves. */
    private static final int RANK = 100;

    private final List<JaasRealm> others = new CopyOnWriteArrayList<>();
    private final AgentAccounts accounts;
    private final AppConfigurationEntry own;

    /** Made by the container. */
    @Activate
    public AgentRealm(BundleContext context, @Reference AgentAccounts accounts) {
        this.accounts = accounts;
        // Karaf looks modules up in the bundle they come from; sufficient: nobody else is asked
        // then.
        own =
                new AppConfigurationEntry(
                        ProxyLoginModule.class.getName(),
                        LoginModuleControlFlag.SUFFICIENT,
                        Map.of(
                                ProxyLoginModule.PROPERTY_MODULE,
                                AgentLoginModule.class.getName(),
                                ProxyLoginModule.PROPERTY_BUNDLE,
                                Long.toString(context.getBundle().getBundleId()),
                                AgentLoginModule.ACCOUNTS,
                                accounts));
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            target = "(!(rdma.realm=true))")
    void bindRealm(JaasRealm realm) {
        others.add(realm);
    }

    void unbindRealm(JaasRealm realm) {
        others.remove(realm);
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public int getRank() {
        return RANK;
    }

    @Override
    public AppConfigurationEntry[] getEntries() {
        List<AppConfigurationEntry> entries = new ArrayList<>(List.of(own));
        others.stream()
                .filter(realm -> realm.getName().equals(NAME) && realm.getRank() < RANK)
                .max((a, b) -> Integer.compare(a.getRank(), b.getRank()))
                .ifPresent(realm -> entries.addAll(Arrays.asList(realm.getEntries())));
        return entries.toArray(new AppConfigurationEntry[0]);
    }

    /** Whether the agent's own logins are known already. */
    boolean ready() {
        return accounts.settled();
    }

    /** Changes whenever the realms behind ours do. */
    int generation() {
        return others.hashCode();
    }
}
