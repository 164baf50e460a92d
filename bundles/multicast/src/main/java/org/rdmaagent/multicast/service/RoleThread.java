// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread that does a role's work, and again after the delay that the work asks for. */
final class RoleThread implements AutoCloseable {
    private static final long CLOSE_MILLIS = 1000;
    private static final Logger LOG = LoggerFactory.getLogger(RoleThread.class);

    private final LongSupplier work;
    private final Thread thread;
    private volatile boolean closed;
    private String complaint = "";

    private RoleThread(String name, LongSupplier work) {
        this.work = work;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Starts it.
     *
     * @param work returns the delay to the next time, nanoseconds; what it throws is logged
     */
    static RoleThread start(String name, LongSupplier work) {
        RoleThread role = new RoleThread(name, work);
        role.thread.start();
        return role;
    }

    /** Works again now. */
    void nudge() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            long delay = attempt();
            if (!closed && delay > 0) {
                LockSupport.parkNanos(delay);
            }
        }
    }

    private long attempt() {
        try {
            long delay = work.getAsLong();
            complaint = "";
            return delay;
        } catch (RuntimeException | LinkageError e) {
            // What is on its way out may throw anything. Only the text is kept.
            String text = e.toString();
            if (!text.equals(complaint)) {
                LOG.warn("{} met {}; it tries on", thread.getName(), text);
            }
            complaint = text;
            return TimeUnit.SECONDS.toNanos(1);
        }
    }

    /** It does not begin again; what runs is not waited for. */
    void stop() {
        closed = true;
        nudge();
    }

    /** Ends it; work that runs is waited for a second. */
    @Override
    public void close() {
        stop();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(CLOSE_MILLIS);
            if (thread.isAlive()) {
                LOG.warn("{}: a call still runs; it ends when that returns", thread.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
