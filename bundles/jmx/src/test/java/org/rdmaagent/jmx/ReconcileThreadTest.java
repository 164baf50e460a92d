// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReconcileThreadTest {
    private static final long NEVER = TimeUnit.DAYS.toNanos(1);

    @Test
    void aNudgeBeforeTheStartDoesNothing() {
        AtomicInteger rounds = new AtomicInteger();
        try (ReconcileThread thread =
                new ReconcileThread(
                        () -> {
                            rounds.incrementAndGet();
                            return NEVER;
                        })) {
            thread.nudge();
        }
        assertEquals(0, rounds.get());
    }

    @Test
    void itWorksAfterTheDelayThatTheWorkAskedForAndAtEachNudge() throws Exception {
        Semaphore rounds = new Semaphore(0);
        AtomicInteger count = new AtomicInteger();
        try (ReconcileThread thread =
                new ReconcileThread(
                        () -> {
                            rounds.release();
                            return count.incrementAndGet() < 3 ? 1 : NEVER;
                        })) {
            thread.start();
            assertTrue(rounds.tryAcquire(3, 10, TimeUnit.SECONDS));
            thread.nudge();
            assertTrue(rounds.tryAcquire(1, 10, TimeUnit.SECONDS));
        }
        assertEquals(4, count.get());
    }

    @Test
    void aNudgeDuringTheWorkIsNotLostAndDoesNotDoubleTheWork() throws Exception {
        Semaphore rounds = new Semaphore(0);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        try (ReconcileThread thread =
                new ReconcileThread(
                        () -> {
                            if (count.incrementAndGet() == 1) {
                                inside.countDown();
                                await(release);
                            }
                            rounds.release();
                            return NEVER;
                        })) {
            thread.start();
            assertTrue(inside.await(10, TimeUnit.SECONDS));
            thread.nudge();
            thread.nudge();
            release.countDown();
            assertTrue(rounds.tryAcquire(2, 10, TimeUnit.SECONDS));
        }
        assertEquals(2, count.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
