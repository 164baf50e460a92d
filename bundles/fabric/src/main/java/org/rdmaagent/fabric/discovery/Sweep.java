// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.MadTransport;

/** One sweep of one port on a thread of its own, with a session of its own. */
final class Sweep {
    /** How soon a cancelled sweep notices. */
    private static final long LOOK_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int ECANCELED = 125;
    private static final int EIO = 5;

    private final PortId port;
    private final MadTransport transport;
    private final SweepSettings settings;
    private final Clock clock;
    private final BiConsumer<@Nullable Topology, @Nullable RdmaException> outcome;
    private final CompletableFuture<Topology> result = new CompletableFuture<>();
    private final Thread thread;
    private volatile @Nullable String cancelled;

    /**
     * Prepares it.
     *
     * @param outcome told on the sweep's thread how it ended, before the callers are
     */
    Sweep(
            PortId port,
            MadTransport transport,
            SweepSettings settings,
            Clock clock,
            BiConsumer<@Nullable Topology, @Nullable RdmaException> outcome) {
        this.port = port;
        this.transport = transport;
        this.settings = settings;
        this.clock = clock;
        this.outcome = outcome;
        this.thread = new Thread(this::run, "rdma-sweep-" + port);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** A view that the caller cannot complete in the others' place. */
    CompletionStage<Topology> result() {
        return result.minimalCompletionStage();
    }

    MadTransport transport() {
        return transport;
    }

    /** Ends it within some 20 milliseconds; the callers get an exception with this reason. */
    void cancel(String reason) {
        cancelled = reason;
    }

    /** Whether its thread is gone, listeners and callers included. */
    boolean gone() {
        return thread.getState() == Thread.State.TERMINATED;
    }

    /** Waits for the thread to be gone; returns at once if it is this one. */
    void join(long millis) throws InterruptedException {
        if (Thread.currentThread() != thread) {
            thread.join(millis);
        }
    }

    private void run() {
        Topology topology = null;
        RdmaException failure = null;
        try {
            topology = sweep();
        } catch (RdmaException e) {
            failure = e;
        } catch (RuntimeException | LinkageError e) {
            failure = unexpected(e);
        } finally {
            end(topology, failure);
        }
    }

    private Topology sweep() {
        try (MadSession session = transport.open(port)) {
            DiscoveryEngine engine =
                    new DiscoveryEngine(session, settings, clock, SweepProgress.NONE);
            boolean more = true;
            while (more) {
                String reason = cancelled;
                if (reason != null) {
                    throw new RdmaException(
                            "discover", Errno.of(ECANCELED), port.toString(), reason);
                }
                more = engine.doWork(LOOK_UP_NANOS);
            }
            return engine.topology();
        }
    }

    private RdmaException unexpected(Throwable e) {
        RdmaException failure =
                new RdmaException(
                        "discover",
                        Errno.of(EIO),
                        port.toString(),
                        "the sweep ended unexpectedly (" + e + "); the log has the details");
        failure.initCause(e);
        return failure;
    }

    private void end(@Nullable Topology topology, @Nullable RdmaException failure) {
        RdmaException told = failure;
        if (topology == null && told == null) {
            told = unexpected(new IllegalStateException("an error of the virtual machine"));
        }
        try {
            outcome.accept(topology, told);
        } finally {
            if (topology != null) {
                result.complete(topology);
            } else {
                result.completeExceptionally(told);
            }
        }
    }
}
