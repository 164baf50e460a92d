// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.ObjectName;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.LinkLayer;

/** Keeps one Device MBean for each device and one Port MBean for each of its ports. */
final class DeviceMBeans {
    private static final Set<String> TYPES = Set.of("Device", "Port");

    private final ServiceSlot<DeviceService> devices;
    private final OwnedMBeans owned;
    private final MBeanFactory factory;
    private final DeviceEvents events;
    private final Map<String, Integer> portCounts = new HashMap<>();
    private boolean removing;

    DeviceMBeans(
            ServiceSlot<DeviceService> devices,
            OwnedMBeans owned,
            MBeanFactory factory,
            DeviceEvents events) {
        this.devices = devices;
        this.owned = owned;
        this.factory = factory;
        this.events = events;
    }

    /**
     * Compares names and devices; without a service all names stay.
     *
     * @return whether there is a service
     * @throws RuntimeException whatever the service throws; all names stay then
     */
    boolean reconcile() {
        ServiceSlot.Bound<DeviceService> bound = devices.peek();
        if (bound == null) {
            return false;
        }
        List<String> names = bound.service().deviceNames();
        portCounts.keySet().retainAll(names);
        Set<ObjectName> wanted = new HashSet<>();
        for (String name : names) {
            askPortCount(bound.service(), name);
            wanted.add(MBeanNames.device(name));
            owned.add(MBeanNames.device(name), () -> factory.device(name, events.of(name)));
            for (int number = 1; number <= portCounts.getOrDefault(name, 0); number++) {
                PortId port = new PortId(name, number);
                wanted.add(MBeanNames.port(port));
                owned.add(MBeanNames.port(port), () -> factory.port(port));
            }
        }
        removing = owned.retain(TYPES, wanted);
        // A name that stays for now keeps its sender: its listeners hang on that one.
        events.forgetUnless(device -> owned.owns(MBeanNames.device(device)));
        return true;
    }

    /** Whether names that nobody lists any more are still there. */
    boolean removing() {
        return removing;
    }

    /** Whether the last reconciliation found a device. */
    boolean any() {
        return !portCounts.isEmpty();
    }

    /** Whether one of the ports could have a subnet behind it. */
    boolean anyInfiniBand() {
        ServiceSlot.Bound<DeviceService> bound = devices.peek();
        if (bound == null) {
            return false;
        }
        for (Map.Entry<String, Integer> device : portCounts.entrySet()) {
            for (int number = 1; number <= device.getValue(); number++) {
                PortId port = new PortId(device.getKey(), number);
                if (bound.service().port(port).attributes().linkLayer() != LinkLayer.ETHERNET) {
                    return true;
                }
            }
        }
        return false;
    }

    private void askPortCount(DeviceService service, String name) {
        try {
            portCounts.put(name, service.device(name).attributes().physPortCnt());
        } catch (RdmaException e) {
            // It is listed and does not answer: its MBeans stay, and their attributes say why.
            portCounts.putIfAbsent(name, 0);
        }
    }
}
