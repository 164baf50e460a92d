// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HashSet;
import java.util.Set;
import javax.management.ObjectName;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.dataplane.PollLoop;

/** Keeps the DataPlane MBean, and one PollLoop MBean for each loop that is configured. */
final class DataPlaneMBeans {
    private static final Set<String> TYPES = Set.of("DataPlane", "PollLoop");

    private final ServiceSlot<DataPlaneService> dataPlane;
    private final OwnedMBeans owned;
    private final MBeanFactory factory;
    private final LoopEvents events;
    private boolean removing;

    DataPlaneMBeans(
            ServiceSlot<DataPlaneService> dataPlane,
            OwnedMBeans owned,
            MBeanFactory factory,
            LoopEvents events) {
        this.dataPlane = dataPlane;
        this.owned = owned;
        this.factory = factory;
        this.events = events;
    }

    /**
     * Compares names and loops; without a service all names stay.
     *
     * @return whether there is a service
     * @throws RuntimeException whatever the service throws; all names stay then
     */
    boolean reconcile() {
        ServiceSlot.Bound<DataPlaneService> bound = dataPlane.peek();
        if (bound == null) {
            return false;
        }
        Set<ObjectName> wanted = new HashSet<>();
        wanted.add(MBeanNames.DATA_PLANE);
        owned.add(MBeanNames.DATA_PLANE, () -> factory.dataPlane(events.all()));
        for (PollLoop loop : bound.service().loops()) {
            String loopName = loop.name();
            ObjectName name = MBeanNames.pollLoop(loopName);
            wanted.add(name);
            owned.add(name, () -> factory.pollLoop(loopName, events.of(loopName)));
        }
        removing = owned.retain(TYPES, wanted);
        // A name that stays for now keeps its sender: its listeners hang on that one.
        events.forgetUnless(loop -> owned.owns(MBeanNames.pollLoop(loop)));
        return true;
    }

    /** Whether names that nobody lists any more are still there. */
    boolean removing() {
        return removing;
    }
}
