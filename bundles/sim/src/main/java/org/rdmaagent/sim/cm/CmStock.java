// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmNotice;

/** The channel and the ids of an owner. The lock is held. */
final class CmStock {
    private final CmWorld world;
    private final Map<String, SimulatedCmId> ids = new LinkedHashMap<>();
    private final ArrayDeque<Told> events = new ArrayDeque<>();
    private @Nullable SimulatedCmLease user;
    private long deadline = Agenda.NEVER;

    CmStock(CmWorld world) {
        this.world = world;
    }

    void user(SimulatedCmLease lease) {
        user = lease;
        deadline = Agenda.NEVER;
    }

    boolean isUser(SimulatedCmLease lease) {
        return user == lease;
    }

    /** The user goes; the next one has a while to come. */
    void handBack(boolean keeps) {
        user = null;
        deadline = keeps ? world.now() + CmBook.DEADLINE_NANOS : Agenda.NEVER;
    }

    long deadline() {
        return deadline;
    }

    CmId create(String name, PortSpace space) {
        if (ids.containsKey(name)) {
            throw new IllegalArgumentException(
                    "an id of the name " + name + " is open: close it or take another name");
        }
        SimulatedCmId id = new SimulatedCmId(world, this, name, space);
        ids.put(name, id);
        return id;
    }

    List<CmId> ids() {
        return List.copyOf(ids.values());
    }

    /** Those that are tied to a device. */
    List<SimulatedCmId> idsOf(String device) {
        return ids.values().stream().filter(id -> id.isTiedTo(device)).toList();
    }

    void tell(Told event) {
        events.add(event);
    }

    Optional<CmNotice> take() {
        Told next = events.poll();
        return next == null ? Optional.empty() : Optional.of(next.take());
    }

    /** A group was left: nothing of it is told any more. */
    void forget(SimulatedJoin join) {
        events.removeIf(event -> event.join() == join);
    }

    /** An id was closed: nothing of it is told any more. */
    void forget(SimulatedCmId id) {
        ids.remove(id.name());
        events.removeIf(event -> event.id() == id);
    }

    /** All that is open, in words; empty if nothing is. */
    String describe() {
        return String.join(", ", ids.keySet());
    }

    void closeAll() {
        List.copyOf(ids.values()).forEach(SimulatedCmId::release);
        events.clear();
    }
}
