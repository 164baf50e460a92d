// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that ask handlers for their figures. What they call is somebody else's code and may
 * never return, so that nobody waits for them and each ask has a thread: one that is stuck holds up
 * no other. Any thread.
 */
final class FigureAsks implements AutoCloseable {
    private static final long CLOSE_MILLIS = 1000;
    private static final long KEEP_SECONDS = 5;
    private static final Logger LOG = LoggerFactory.getLogger(FigureAsks.class);

    /** The pool tells that it ended a little before its threads do; these are joined. */
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor pool =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    KEEP_SECONDS,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    this::thread,
                    new ThreadPoolExecutor.DiscardPolicy());

    private Thread thread(Runnable work) {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        // Nothing of the reader that happens to be here first may be inherited.
        Thread next = new Thread(null, work, "rdma-handler-figures", 0, false);
        next.setDaemon(true);
        next.setContextClassLoader(FigureAsks.class.getClassLoader());
        threads.add(next);
        return next;
    }

    /** Asks a handler; does nothing any more after the end. */
    void ask(String identity, Runnable question) {
        pool.execute(
                () -> {
                    running.add(identity);
                    try {
                        question.run();
                    } finally {
                        running.remove(identity);
                    }
                });
    }

    /** Ends them; a handler that does not return in a second is told, its thread ends with it. */
    @Override
    public void close() {
        pool.shutdownNow();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
        boolean stuck = false;
        try {
            for (Thread thread : threads) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                thread.join(Math.max(1, left));
                stuck |= thread.isAlive();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (stuck) {
            LOG.warn(
                    "figures() of {} has not returned: its thread ends when it does",
                    String.join(", ", new TreeSet<>(running)));
        }
    }
}
