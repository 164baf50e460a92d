// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.loop.Command;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.LoopNews;
import org.rdmaagent.dataplane.loop.LoopThread;
import org.rdmaagent.spi.ThreadScheduling;

/**
 * A loop that a configuration asks for. Guarded by its {@link Loops}, where nothing else is said.
 */
final class ManagedLoop {
    /**
     * What all loops share.
     *
     * @param events where they tell
     * @param clock the time of day
     * @param nanoTime for durations
     * @param scheduling who can place threads, if anybody can
     * @param look called by a loop's thread that dies or gives a queue up: somebody should look
     * @param asks who asks handlers for their figures
     */
    record Shared(
            LoopEvents events,
            InstantSource clock,
            LongSupplier nanoTime,
            Supplier<@Nullable ThreadScheduling> scheduling,
            Runnable look,
            FigureAsks asks) {}

    private static final long SHORTEST_WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Shared shared;
    private final LoopCore core;
    private final LoopThread thread;
    private final StallWatch stalls;
    private LoopPlan plan;
    private volatile List<QueueSlot> slots = List.of();

    /** With a thread of its own from now on. */
    ManagedLoop(LoopPlan plan, Shared shared) {
        this.shared = shared;
        this.plan = plan;
        String name = plan.name();
        LoopNews news =
                (kind, cq, handler, text) -> shared.events().tell(kind, name, cq, handler, text);
        this.core = new LoopCore(plan.limits(), shared.nanoTime(), shared.clock().instant(), news);
        this.thread =
                new LoopThread(
                        name, core, news, shared.scheduling(), shared.nanoTime(), shared.look());
        this.stalls = new StallWatch(core.busy(), news);
        use(plan.queues());
        slots.forEach(slot -> slot.wish(plan.port()));
        thread.place(plan.wish());
    }

    String name() {
        return plan.name();
    }

    LoopCore core() {
        return core;
    }

    LoopThread thread() {
        return thread;
    }

    /** Its queues, as configured. Any thread. */
    List<QueueSlot> slots() {
        return slots;
    }

    /** Whether a turn takes too long now. Any thread. */
    boolean isStalled() {
        return stalls.isStalled();
    }

    /** It is configured like this now; a thread that gave up starts again. */
    void apply(LoopPlan next) {
        LoopPlan before = plan;
        plan = next;
        Command unused = core.commands().post(() -> core.limit(next.limits()));
        if (!next.queues().equals(before.queues())) {
            use(next.queues());
        }
        slots.forEach(slot -> slot.wish(next.port()));
        if (!next.wish().equals(before.wish())) {
            thread.place(next.wish());
        }
        if (!thread.gaveUp().isEmpty()) {
            thread.start();
        }
    }

    private void use(List<String> queues) {
        List<QueueSlot> next = new ArrayList<>();
        for (String cq : queues) {
            next.add(
                    slots.stream()
                            .filter(slot -> slot.slot().cq().equals(cq))
                            .findFirst()
                            .orElseGet(() -> new QueueSlot(plan.name(), core, cq, shared)));
        }
        slots = List.copyOf(next);
        Command unused =
                core.commands().post(() -> core.use(next.stream().map(QueueSlot::slot).toList()));
    }

    /** Looks whether the thread lives, and whether it is held. */
    void watch() {
        thread.watch();
        stalls.look(shared.nanoTime().getAsLong(), plan.limits().stallNanos());
    }

    /** How often to look, nanoseconds. */
    long watchNanos() {
        return Math.max(plan.limits().stallNanos() / 2, SHORTEST_WATCH_NANOS);
    }

    /** When its figures begin anew. */
    Command reset() {
        return core.commands().post(() -> core.reset(shared.clock().instant()));
    }
}
