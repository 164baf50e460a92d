// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;

/**
 * Polls on a thread of its own, gives every buffer back, and closes its port when it is revoked or
 * told to end, as a poll loop does.
 */
final class PollingThread implements AutoCloseable {
    /** What it does between two polls. */
    @FunctionalInterface
    interface Pause {
        void pause(CompletionPort port) throws Exception;
    }

    private static final long PATIENCE_SECONDS = 20;

    private final Supplier<CompletionPort> opener;
    private final Pause pause;
    private final CountDownLatch started = new CountDownLatch(1);
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread;
    private volatile boolean ending;
    private volatile boolean revoked;
    private volatile @Nullable Throwable failure;

    private PollingThread(Supplier<CompletionPort> opener, Pause pause) {
        this.opener = opener;
        this.pause = pause;
        this.thread = new Thread(this::run, "contract poller");
        thread.setDaemon(true);
    }

    /** Starts; when it returns the port is open. */
    static PollingThread start(Supplier<CompletionPort> opener, Pause pause) throws Exception {
        PollingThread made = new PollingThread(opener, pause);
        made.thread.start();
        Expect.that(made.started.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "the port is opened");
        return made;
    }

    static PollingThread start(Supplier<CompletionPort> opener) throws Exception {
        return start(opener, port -> Thread.onSpinWait());
    }

    private void run() {
        try (CompletionPort port = opener.get()) {
            started.countDown();
            while (!ending && !revoked) {
                int found = port.poll(16);
                revoked = found == CompletionPort.REVOKED;
                if (found > 0) {
                    handle(port);
                }
                pause.pause(port);
            }
        } catch (Throwable e) {
            failure = e;
            started.countDown();
        }
    }

    private void handle(CompletionPort port) {
        CompletionBatch batch = port.batch();
        while (batch.next()) {
            if (batch.isSuccess() && batch.hasPayload()) {
                long number = batch.payload().getLong();
                long expected = messages.get();
                if (number != expected) {
                    throw Expect.wrong("message " + number + " came instead of " + expected);
                }
                messages.set(expected + 1);
                batch.repost();
            } else {
                failures.incrementAndGet();
            }
        }
        port.flush();
    }

    /** Messages that came, each in its turn. */
    long messages() {
        return messages.get();
    }

    /** Waits until so many came. */
    void awaitMessages(long wanted) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (messages.get() < wanted) {
            Throwable seen = failure;
            if (seen != null || System.nanoTime() > end) {
                throw new AssertionError(messages.get() + " of " + wanted + " messages", seen);
            }
            join(1);
        }
    }

    /** Waits until its queue was taken away and its port closed. */
    void awaitRevoked() {
        join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        Expect.that(revoked, "its queue was taken away");
        close();
    }

    private void join(long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it; what went wrong there goes wrong here. */
    @Override
    public void close() {
        ending = true;
        join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        Throwable seen = failure;
        failure = null;
        if (seen != null || thread.isAlive()) {
            throw new AssertionError("the polling thread failed, or does not end", seen);
        }
    }
}
