// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.agent.AgentService;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.mlx4.Mlx4ContextService;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.VerbsService;

/**
 * The services that the MBeans show, each in its slot.
 *
 * @param agent of the agent bundle
 * @param devices of the verbs bundle
 * @param counters of the verbs bundle
 * @param verbs of the verbs bundle
 * @param fabric of the fabric bundle
 * @param dataPlane of the dataplane bundle
 * @param multicast of the multicast bundle
 * @param mlx4 of the mlx4 bundle
 */
record BoundServices(
        ServiceSlot<AgentService> agent,
        ServiceSlot<DeviceService> devices,
        ServiceSlot<CounterService> counters,
        ServiceSlot<VerbsService> verbs,
        ServiceSlot<FabricService> fabric,
        ServiceSlot<DataPlaneService> dataPlane,
        ServiceSlot<MulticastService> multicast,
        ServiceSlot<Mlx4ContextService> mlx4) {
    /** Nothing is bound. */
    static BoundServices none() {
        return new BoundServices(
                new ServiceSlot<>("agent"),
                new ServiceSlot<>("verbs"),
                new ServiceSlot<>("verbs"),
                new ServiceSlot<>("verbs"),
                new ServiceSlot<>("fabric"),
                new ServiceSlot<>("dataplane"),
                new ServiceSlot<>("multicast"),
                new ServiceSlot<>("mlx4"));
    }
}
