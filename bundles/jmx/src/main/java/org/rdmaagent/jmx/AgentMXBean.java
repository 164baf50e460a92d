// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import org.rdmaagent.agent.BundleStatus;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.NativeLibrary;

/** {@code rdma:type=Agent}; the texts are in the annotations. */
@About("The agent itself: what it is, what it runs on, how it is.")
public interface AgentMXBean {
    @About("The product's version.")
    String getVersion();

    @About(
            "Who answers for the devices: native (this host's hardware), sim (an invented world) or"
                    + " none.")
    String getProvider();

    @About("Why it is that provider.")
    String getProviderReason();

    @About(
            "The C libraries that the providers use: soname, version, whether it is loaded and, if"
                    + " not, why and what to do.")
    List<NativeLibrary> getNativeLibraries();

    @About("The agent's bundles: symbolic name, version, state.")
    List<BundleStatus> getBundles();

    @About("Every health check: its name, its grade (OK, WARN, CRITICAL), what was seen.")
    List<HealthResult> getHealth();

    @About("The worst grade of Health: OK, WARN or CRITICAL.")
    HealthGrade getHealthGrade();

    @About("Since the agent's start. Unit: milliseconds.")
    long getUptimeMillis();
}
