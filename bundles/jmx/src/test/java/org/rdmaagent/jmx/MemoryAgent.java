// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Duration;
import java.util.List;
import org.rdmaagent.agent.AgentService;
import org.rdmaagent.agent.BundleStatus;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.NativeLibrary;

/** An agent that is not quite well. */
final class MemoryAgent implements AgentService {
    @Override
    public String version() {
        return "0.1.0";
    }

    @Override
    public String provider() {
        return "sim";
    }

    @Override
    public String providerReason() {
        return "no device is listed";
    }

    @Override
    public List<NativeLibrary> nativeLibraries() {
        return List.of(
                new NativeLibrary("libibumad.so.3", "", false, "apt-get install libibumad3"));
    }

    @Override
    public List<BundleStatus> bundles() {
        return List.of(new BundleStatus("org.rdmaagent.api", "0.1.0", "ACTIVE"));
    }

    @Override
    public List<HealthResult> health() {
        return List.of(
                new HealthResult("devices", HealthGrade.WARN, "mlx4_0/2 is DOWN"),
                new HealthResult("fabric", HealthGrade.OK, "complete"));
    }

    @Override
    public Duration uptime() {
        return Duration.ofMillis(1234);
    }
}
