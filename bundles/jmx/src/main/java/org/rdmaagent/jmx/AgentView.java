// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Comparator;
import java.util.List;
import org.rdmaagent.agent.AgentService;
import org.rdmaagent.agent.BundleStatus;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.NativeLibrary;

/** The agent's MBean over whichever {@link AgentService} there is. */
final class AgentView implements AgentMXBean {
    private final ServiceSlot<AgentService> agent;
    private final Recent<List<HealthResult>> health;

    AgentView(ServiceSlot<AgentService> agent, Recent<List<HealthResult>> health) {
        this.agent = agent;
        this.health = health;
    }

    @Override
    public String getVersion() {
        return agent.ask(AgentService::version);
    }

    @Override
    public String getProvider() {
        return agent.ask(AgentService::provider);
    }

    @Override
    public String getProviderReason() {
        return agent.ask(AgentService::providerReason);
    }

    @Override
    public List<NativeLibrary> getNativeLibraries() {
        return agent.ask(AgentService::nativeLibraries);
    }

    @Override
    public List<BundleStatus> getBundles() {
        return agent.ask(AgentService::bundles);
    }

    @Override
    public List<HealthResult> getHealth() {
        return health.get(agent, AgentService::health);
    }

    @Override
    public HealthGrade getHealthGrade() {
        return getHealth().stream()
                .map(HealthResult::grade)
                .max(Comparator.naturalOrder())
                .orElse(HealthGrade.OK);
    }

    @Override
    public long getUptimeMillis() {
        return agent.ask(AgentService::uptime).toMillis();
    }
}
