// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.Topology;

/** One sweep of one port: first it waits, then it runs on a thread of its own. */
final class Sweep {
    /** How soon a cancelled sweep notices, and how often the progress is looked at. */
    private static final long LOOK_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int ECANCELED = 125;
    private static final int EIO = 5;

    private final PortId port;
    private final DiscoveryRequest request;
    private final FabricEngine engine;
    private final Supplier<SweepOrder> order;
    private final SweepTrace trace;
    private final Ending ending;
    private final CompletableFuture<Topology> result = new CompletableFuture<>();
    private final Thread thread;
    private volatile @Nullable String cancelled;

    /** Told on the sweep's thread how it ended, before the callers are. */
    @FunctionalInterface
    interface Ending {
        void ended(Sweep sweep, @Nullable Topology topology, @Nullable RdmaException failure);
    }

    /**
     * Prepares it.
     *
     * @param request what was asked, with the engine and the route that it came to
     * @param order asked when its turn has come: a setting counts from the next sweep on
     * @param trace what it tells while it runs
     */
    Sweep(
            PortId port,
            DiscoveryRequest request,
            FabricEngine engine,
            Supplier<SweepOrder> order,
            SweepTrace trace,
            Ending ending) {
        this.port = port;
        this.request = request;
        this.engine = engine;
        this.order = order;
        this.trace = trace;
        this.ending = ending;
        this.thread = new Thread(this::run, "rdma-sweep-" + port);
        this.thread.setDaemon(true);
    }

    void start() {
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            end(null, unexpected(e));
        }
    }

    /** A view that the caller cannot complete in the others' place. */
    CompletionStage<Topology> result() {
        return result.minimalCompletionStage();
    }

    DiscoveryRequest request() {
        return request;
    }

    FabricEngine engine() {
        return engine;
    }

    /** Whether a new caller gets what he asks for from this one. */
    boolean answers(DiscoveryRequest asked) {
        return cancelled == null && request.equals(asked);
    }

    /** Ends it within some 20 milliseconds; the callers get an exception with this reason. */
    void cancel(String reason) {
        cancelled = reason;
    }

    /** Ends one that waits, whose turn must not come any more. */
    void drop(String reason) {
        cancel(reason);
        result.completeExceptionally(cancellation(reason));
    }

    /** Whether it is over and its thread is gone, listeners and callers included. */
    boolean gone() {
        return result.isDone() && !thread.isAlive();
    }

    /** Waits for the thread to be gone; returns at once if it is this one. */
    void join(long millis) throws InterruptedException {
        if (Thread.currentThread() != thread) {
            thread.join(millis);
        }
    }

    private void run() {
        trace.begin();
        Topology topology = null;
        RdmaException failure = null;
        try {
            topology = sweep();
            trace.found(topology);
        } catch (RdmaException e) {
            failure = e;
        } catch (RuntimeException | LinkageError e) {
            failure = unexpected(e);
        } finally {
            trace.ended();
            end(topology, failure);
        }
    }

    private Topology sweep() {
        SweepOrder given = order.get();
        trace.step(SweepWatch.STEPS, SweepLog.begins(given));
        throwIfCancelled();
        try (EngineRun run = engine.begin(given, trace)) {
            boolean more = true;
            while (more) {
                throwIfCancelled();
                trace.tick();
                more = run.doWork(LOOK_UP_NANOS);
            }
            return run.topology();
        }
    }

    private void throwIfCancelled() {
        String reason = cancelled;
        if (reason != null) {
            throw cancellation(reason);
        }
    }

    private RdmaException cancellation(String reason) {
        return new RdmaException("discover", Errno.of(ECANCELED), port.toString(), reason);
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
            ending.ended(this, topology, told);
        } finally {
            if (topology != null) {
                result.complete(topology);
            } else {
                result.completeExceptionally(told);
            }
        }
    }
}
