// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.event;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that does a role's work again and again, each time after the delay that it asked
 * for. The work itself waits for {@link #SLICE_NANOS} at the most, so that {@link #close} is soon
 * done.
 */
public final class RoleThread implements AutoCloseable {
    /** How long a piece of work may wait inside. */
    public static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The answer of work that is over: the thread ends. */
    public static final long OVER = -1;

    private static final long CLOSE_MILLIS = 1000;
    private static final Logger LOG = LoggerFactory.getLogger(RoleThread.class);

    private final LongSupplier work;
    private final Thread thread;
    private boolean nudged;
    private boolean closed;

    private RoleThread(String name, LongSupplier work) {
        this.work = work;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Starts a thread.
     *
     * @param work returns the delay to the next time, nanoseconds, or {@link #OVER}
     */
    public static RoleThread start(String name, LongSupplier work) {
        RoleThread role = new RoleThread(name, work);
        role.thread.start();
        return role;
    }

    /** Works again now, whenever the next time would have been. */
    public synchronized void nudge() {
        nudged = true;
        notifyAll();
    }

    /** Whether it goes on. */
    public boolean isRunning() {
        return thread.isAlive();
    }

    private void run() {
        try {
            long delay = 0;
            while (await(delay)) {
                delay = work.getAsLong();
                if (delay == OVER) {
                    return;
                }
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.error("{} ended by an error that it should not meet; please report it", this, e);
        }
    }

    /** Waits; whether to go on. */
    private synchronized boolean await(long delayNanos) {
        long end = System.nanoTime() + delayNanos;
        try {
            while (!nudged && !closed) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            // Nobody but the container's end interrupts it.
            return false;
        }
        nudged = false;
        return !closed;
    }

    /** Ends it; work that runs is waited for a second. May be called by the thread itself. */
    @Override
    public void close() {
        closeAll(List.of(this));
    }

    /** Ends all of them at a time; what runs is waited for a second in all. */
    static void closeAll(Collection<RoleThread> threads) {
        threads.forEach(RoleThread::stop);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
        threads.forEach(thread -> thread.join(end));
    }

    /** Whether it has been told to end. */
    synchronized boolean isEnding() {
        return closed;
    }

    private synchronized void stop() {
        closed = true;
        notifyAll();
    }

    private void join(long endNanos) {
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            // 0 would wait for ever.
            thread.join(Math.max(1, left));
            if (thread.isAlive()) {
                LOG.warn("{}: a call still runs; the thread ends when it returns", this);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "thread " + thread.getName();
    }
}
