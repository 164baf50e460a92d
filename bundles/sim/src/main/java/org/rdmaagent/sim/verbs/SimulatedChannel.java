// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.ObjectKind;

/** A completion channel. */
final class SimulatedChannel extends SimulatedObject implements ChannelHandle {
    private final SimulatedContext context;
    private final Queue<SimulatedCq> events = new ArrayDeque<>();

    SimulatedChannel(SimulatedContext context, String name) {
        super(name, ObjectKind.COMPLETION_CHANNEL);
        this.context = context;
    }

    @Override
    SimulatedContext home() {
        return context;
    }

    @Override
    String destroyer() {
        return "ibv_destroy_comp_channel";
    }

    @Override
    void release() {
        events.clear();
    }

    /** A queue has something to tell. */
    void tell(SimulatedCq queue) {
        events.add(queue);
        context.world().changed();
    }

    /** Takes all events and acknowledges them; whether there were any. */
    boolean drain() {
        boolean any = !events.isEmpty();
        events.clear();
        return any;
    }

    /** A queue is gone, with what it told. */
    void forget(SimulatedCq queue) {
        events.removeIf(event -> event == queue);
    }

    @Override
    public ContextHandle context() {
        return context;
    }

    @Override
    public Optional<CqHandle> await(long timeoutNanos) {
        return context.world().await(timeoutNanos, this::look);
    }

    private Optional<CqHandle> look() {
        requireUsable("ibv_get_cq_event");
        SimulatedCq queue = events.poll();
        if (queue != null) {
            queue.events().delivered();
        }
        return Optional.ofNullable(queue);
    }
}
