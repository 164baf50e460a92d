// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a piece of work again and again, each time after the delay that it asked for. */
final class ReconcileThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileThread.class);
    private static final long CLOSE_WAIT_SECONDS = 5;

    private final LongSupplier work;
    private final ScheduledExecutorService executor;
    private @Nullable ScheduledFuture<?> pending;
    private long ticket;
    private boolean started;
    private boolean closed;

    /**
     * Does nothing before {@link #start}.
     *
     * @param work returns the delay to the next time, nanoseconds; never throws
     */
    ReconcileThread(LongSupplier work) {
        this.work = work;
        this.executor =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "rdma-mbeans");
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /** Works for the first time. */
    synchronized void start() {
        started = true;
        schedule(0);
    }

    /** Works now, whenever the next time would have been. */
    synchronized void nudge() {
        if (started) {
            schedule(0);
        }
    }

    private synchronized void schedule(long delayNanos) {
        if (closed) {
            return;
        }
        ScheduledFuture<?> earlier = pending;
        if (earlier != null) {
            earlier.cancel(false);
        }
        long mine = ++ticket;
        pending = executor.schedule(() -> run(mine), delayNanos, TimeUnit.NANOSECONDS);
    }

    private void run(long mine) {
        long delay = work.getAsLong();
        synchronized (this) {
            // A nudge that came meanwhile has scheduled the next time already.
            if (mine == ticket) {
                schedule(delay);
            }
        }
    }

    /** Ends the thread; work that runs is waited for a few seconds. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("A provider's call still runs; its thread ends when it returns");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
