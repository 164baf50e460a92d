// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.dataplane.placement.MemoryLock;
import org.rdmaagent.spi.ThreadScheduling;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What belongs to the loops: the thread that looks after them, the thread that tells what happens
 * to them, and who comes and goes.
 */
final class DataPlane implements AutoCloseable {
    /** How often to look for queues. */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How often to look for threads that died. */
    static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Logger LOG = LoggerFactory.getLogger(DataPlane.class);

    private final LongSupplier nanoTime;
    private final Handlers handlers = new Handlers();
    private final PortSources sources = new PortSources();
    private final MemoryLock memoryLock = new MemoryLock();
    private final FigureAsks asks = new FigureAsks();
    private final LoopEvents events;
    private final Loops loops;
    private final LoopControl control;
    private final RoleThread delivery;
    private final RoleThread upkeep;
    private volatile @Nullable ThreadScheduling scheduling;
    private volatile String trouble = "";
    private volatile boolean lookNow = true;
    private long lookedNanos;

    /** Without anything. */
    DataPlane(InstantSource clock, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.events = new LoopEvents(clock, this::deliver);
        this.loops =
                new Loops(
                        new ManagedLoop.Shared(
                                events, clock, nanoTime, () -> scheduling, this::nudge, asks),
                        handlers,
                        sources);
        this.control = new LoopControl(loops);
        this.delivery =
                RoleThread.start(
                        "rdma-dataplane-events",
                        () -> {
                            events.doWork();
                            return LOOK_NANOS;
                        });
        this.upkeep = RoleThread.start("rdma-dataplane", this::doWork);
    }

    /** Looks after the loops; when to do so again, nanoseconds. */
    long doWork() {
        long now = nanoTime.getAsLong();
        long next = loops.watch(WATCH_NANOS);
        if (lookNow || now - lookedNanos >= LOOK_NANOS) {
            lookNow = false;
            lookedNanos = now;
            loops.match();
        }
        return next;
    }

    /** Looks after them now. */
    void nudge() {
        lookNow = true;
        RoleThread present = upkeep;
        if (present != null) {
            present.nudge();
        }
    }

    private void deliver() {
        RoleThread present = delivery;
        if (present != null) {
            present.nudge();
        }
    }

    void settings(DataPlaneSettings settings) {
        trouble = settings.trouble();
        if (!trouble.isEmpty()) {
            LOG.warn("{}", trouble);
        }
        memoryLock.want(settings.lockMemory());
    }

    void configure(String pid, Map<String, ?> keys) {
        loops.configure(pid, keys).ifPresent(DataPlane::stop);
        loops.startWaiting();
        nudge();
    }

    void remove(String pid) {
        loops.remove(pid).ifPresent(DataPlane::stop);
        loops.startWaiting();
        nudge();
    }

    private static void stop(ManagedLoop loop) {
        loop.thread().stop(Order.WAIT_NANOS);
    }

    /** The handlers changed; returns when the loops know. */
    void assign() {
        Order.awaitAll(loops.assign(), nanoTime);
    }

    /** A provider's queues are going; returns when they are given up. */
    void leave(CompletionPorts ports) {
        sources.remove(ports);
        Order.awaitAll(loops.leave(ports), nanoTime);
        nudge();
    }

    /** Somebody else can place threads, or nobody. */
    void scheduling(@Nullable ThreadScheduling gone, @Nullable ThreadScheduling next) {
        if (next == null && scheduling != gone) {
            return;
        }
        scheduling = next;
        memoryLock.by(next);
        loops.replace();
    }

    Handlers handlers() {
        return handlers;
    }

    PortSources sources() {
        return sources;
    }

    LoopEvents events() {
        return events;
    }

    Loops loops() {
        return loops;
    }

    LoopControl control() {
        return control;
    }

    MemoryLock memoryLock() {
        return memoryLock;
    }

    HealthResult health() {
        List<String> others = new ArrayList<>();
        handlers.withoutQueue()
                .forEach(name -> others.add(name + " has no property rdma.cq: it gets nothing"));
        if (events.lost() > 0) {
            others.add(
                    events.lost()
                            + " events were lost: a listener holds the others up, see the log for"
                            + " slow or failing bundles");
        }
        if (!trouble.isEmpty()) {
            others.add(trouble);
        }
        if (!memoryLock.refusal().isEmpty()) {
            others.add("lockMemory: " + memoryLock.refusal());
        }
        return DataPlaneHealth.of(loops.entries(), others, handlers.without(loops.queueNames()));
    }

    @Override
    public void close() {
        upkeep.close();
        loops.clear().forEach(DataPlane::stop);
        asks.close();
        memoryLock.by(null);
        delivery.close();
    }
}
