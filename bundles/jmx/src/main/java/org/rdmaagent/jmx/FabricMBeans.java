// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;

/** Keeps one Fabric MBean for each port that can send SMPs. */
final class FabricMBeans {
    private static final Set<String> TYPES = Set.of("Fabric");

    private final ServiceSlot<FabricService> fabric;
    private final OwnedMBeans owned;
    private final KeptResults kept;
    private final MBeanFactory factory;
    private final Map<PortId, SweepNotifications> notifications = new ConcurrentHashMap<>();
    private boolean any;
    private boolean removing;

    FabricMBeans(
            ServiceSlot<FabricService> fabric,
            OwnedMBeans owned,
            KeptResults kept,
            MBeanFactory factory) {
        this.fabric = fabric;
        this.owned = owned;
        this.kept = kept;
        this.factory = factory;
    }

    /**
     * Compares names and ports; without a service all names stay.
     *
     * @return whether there is a service
     * @throws RuntimeException whatever the service throws; all names stay then
     */
    boolean reconcile() {
        ServiceSlot.Bound<FabricService> bound = fabric.peek();
        if (bound == null) {
            return false;
        }
        Set<PortId> ports = new HashSet<>(bound.service().ports());
        Set<ObjectName> wanted = new HashSet<>();
        for (PortId port : ports) {
            SweepNotifications sender = notifications.computeIfAbsent(port, factory::notifications);
            wanted.add(MBeanNames.fabric(port));
            owned.add(MBeanNames.fabric(port), () -> factory.fabric(port, sender));
        }
        removing = owned.retain(TYPES, wanted);
        // A name that stays for now keeps its sender: its listeners hang on that one.
        notifications.keySet().removeIf(port -> !owned.owns(MBeanNames.fabric(port)));
        kept.retain(notifications.keySet());
        any = !ports.isEmpty();
        return true;
    }

    /** Whether names that nobody lists any more are still there. */
    boolean removing() {
        return removing;
    }

    /** Whether the last reconciliation found a port. */
    boolean any() {
        return any;
    }

    /**
     * Tells the listeners that a sweep has ended.
     *
     * @return false if there is no MBean for its port yet
     */
    boolean swept(SweepState state) {
        note(state);
        SweepNotifications sender = notifications.get(state.port());
        if (sender == null) {
            return false;
        }
        sender.send(state);
        return true;
    }

    /** Tells the listeners how far a sweep is. */
    void progressed(DiscoveryProgress progress) {
        SweepNotifications sender = notifications.get(progress.port());
        if (sender != null) {
            sender.send(progress);
        }
    }

    /** Keeps the results of the bound service, which still answers and is about to go. */
    void keepResults() {
        ServiceSlot.Bound<FabricService> bound = fabric.peek();
        if (bound == null) {
            return;
        }
        for (PortId port : notifications.keySet()) {
            Topology topology = topology(bound.service(), port);
            if (topology != null) {
                kept.keep(port, topology, bound.generation());
            }
        }
    }

    private void note(SweepState state) {
        Topology topology = state.topology();
        if (topology == null || !state.error().isEmpty()) {
            return;
        }
        // The sweep may be that of a bundle on its way out; then the bound one does not know of it.
        ServiceSlot.Bound<FabricService> bound = fabric.peek();
        long generation = KeptResults.UNBOUND;
        if (bound != null && topology.equals(topology(bound.service(), state.port()))) {
            generation = bound.generation();
        }
        kept.keep(state.port(), topology, generation);
    }

    private static @Nullable Topology topology(FabricService service, PortId port) {
        try {
            return service.state(port).topology();
        } catch (RuntimeException | LinkageError e) {
            // A bundle on its way out may throw anything.
            return null;
        }
    }
}
