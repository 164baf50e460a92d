// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortState;
import org.rdmaagent.sim.host.ChangeableDevice;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.QpNumber;

/** A device: its ports, tables and limits, over all contexts. The world's lock is held. */
final class SimulatedHca {
    private static final int FIRST_QP = 0x48;
    private static final int LAST_QP = 0xff_fffe;

    private final VerbsWorld world;
    private final ChangeableDevice device;
    private final HcaProfile profile;
    private final DeviceAttributes limits;
    private final HcaFaults faults = new HcaFaults();
    private final MemoryTable memory = new MemoryTable();
    private final MulticastTable multicast;
    private final Map<Integer, QpCore> queuePairs = new HashMap<>();
    private final WqNumbers workQueues = new WqNumbers();
    private final Map<ObjectKind, Integer> counts = new EnumMap<>(ObjectKind.class);
    private final List<SimulatedContext> contexts = new ArrayList<>();
    private final Map<Integer, Boolean> active = new HashMap<>();
    private int nextQp = FIRST_QP;

    SimulatedHca(VerbsWorld world, ChangeableDevice device) {
        this.world = world;
        this.device = device;
        this.profile = HcaProfile.of(device.device().driver());
        this.limits = device.device().attributes();
        this.multicast = new MulticastTable(limits);
        for (int number = 1; number <= device.portCount(); number++) {
            active.put(number, isActive(number));
        }
    }

    VerbsWorld world() {
        return world;
    }

    String name() {
        return device.name();
    }

    ChangeableDevice device() {
        return device;
    }

    HcaProfile profile() {
        return profile;
    }

    DeviceAttributes limits() {
        return limits;
    }

    HcaFaults faults() {
        return faults;
    }

    MemoryTable memory() {
        return memory;
    }

    MulticastTable multicast() {
        return multicast;
    }

    List<SimulatedContext> contexts() {
        return contexts;
    }

    boolean hasPort(int number) {
        return number >= 1 && number <= device.portCount();
    }

    Port port(int number) {
        return device.port(number);
    }

    boolean isActive(int number) {
        return port(number).attributes().state() == PortState.ACTIVE;
    }

    boolean isEthernet(int number) {
        return port(number).attributes().linkLayer() == LinkLayer.ETHERNET;
    }

    boolean hasEthernet() {
        for (int number = 1; number <= device.portCount(); number++) {
            if (isEthernet(number)) {
                return true;
            }
        }
        return false;
    }

    /** Counts one more of a kind, if the device makes so many. */
    void claim(String call, String name, ObjectKind kind, String what, long limit) {
        int count = counts.getOrDefault(kind, 0);
        if (count >= limit) {
            throw Refusal.tooMany(call, name, what, limit);
        }
        counts.put(kind, count + 1);
    }

    void unclaim(ObjectKind kind) {
        counts.merge(kind, -1, Integer::sum);
    }

    /** How many there are on the device, over all contexts. */
    Map<ObjectKind, Integer> counts() {
        return counts;
    }

    int add(QpCore qp) {
        while (queuePairs.containsKey(nextQp)) {
            nextQp = nextQp == LAST_QP ? FIRST_QP : nextQp + 1;
        }
        int number = nextQp;
        queuePairs.put(number, qp);
        nextQp = number == LAST_QP ? FIRST_QP : number + 1;
        return number;
    }

    void remove(QpCore qp) {
        queuePairs.remove(qp.number().value());
    }

    Optional<QpCore> queuePair(QpNumber number) {
        return Optional.ofNullable(queuePairs.get(number.value()));
    }

    List<QpCore> queuePairs() {
        return List.copyOf(queuePairs.values());
    }

    /** The numbers of its work queues. */
    WqNumbers workQueues() {
        return workQueues;
    }

    /** Tells every context, and whoever else listens. */
    void tell(AsyncEventType type, int port) {
        contexts.forEach(context -> context.tell(type, port, null));
        world.watcher().told(name(), port, type);
    }

    /** Tells those that an object is of. */
    static void tell(AsyncEventType type, SimulatedObject object) {
        object.home().tell(type, 0, object);
    }

    /** Tells of the ports that became active or no longer are. */
    void watchPorts() {
        for (int number = 1; number <= device.portCount(); number++) {
            boolean now = isActive(number);
            Boolean before = active.put(number, now);
            if (before != null && before != now) {
                tell(now ? AsyncEventType.PORT_ACTIVE : AsyncEventType.PORT_ERR, number);
            }
        }
    }

    /** The open object of a kind and a name on any context; null if there is none. */
    @Nullable SimulatedObject find(ObjectKind kind, String name) {
        for (SimulatedContext context : contexts) {
            SimulatedObject object = context.find(kind, name);
            if (object != null) {
                return object;
            }
        }
        return null;
    }
}
