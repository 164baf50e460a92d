// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RoleThreadTest {
    @Test
    void aNudgeEndsTheWait() throws Exception {
        CountDownLatch twice = new CountDownLatch(2);
        RoleThread thread =
                RoleThread.start(
                        "test",
                        () -> {
                            twice.countDown();
                            return TimeUnit.HOURS.toNanos(1);
                        });
        // A nudge before the first time is answered by that one.
        while (!twice.await(10, TimeUnit.MILLISECONDS)) {
            thread.nudge();
        }
        assertTrue(thread.isRunning());
        thread.close();
        assertFalse(thread.isRunning());
    }

    @Test
    void itEndsWhenItsWorkIsOverOrFails() throws Exception {
        for (boolean failing : new boolean[] {false, true}) {
            CountDownLatch begun = new CountDownLatch(1);
            RoleThread thread =
                    RoleThread.start(
                            "test",
                            () -> {
                                begun.countDown();
                                if (failing) {
                                    throw new IllegalStateException("mine");
                                }
                                return RoleThread.OVER;
                            });
            assertTrue(begun.await(10, TimeUnit.SECONDS));
            thread.close();
            assertFalse(thread.isRunning());
        }
    }

    @Test
    void manyAreEndedAtATimeNotOneAfterTheOther() throws Exception {
        // Each ends only after all have begun to: one after the other they never would.
        int many = 3;
        List<RoleThread> threads = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(many);
        CountDownLatch ending = new CountDownLatch(many);
        for (int i = 0; i < many; i++) {
            int index = i;
            threads.add(
                    RoleThread.start(
                            "test",
                            () -> {
                                begun.countDown();
                                while (threads.size() < many || !threads.get(index).isEnding()) {
                                    Thread.onSpinWait();
                                }
                                ending.countDown();
                                try {
                                    assertTrue(ending.await(900, TimeUnit.MILLISECONDS));
                                } catch (InterruptedException e) {
                                    throw new AssertionError(e);
                                }
                                return 0;
                            }));
        }
        assertTrue(begun.await(10, TimeUnit.SECONDS));
        RoleThread.closeAll(threads);
        assertEquals(0, ending.getCount());
        assertTrue(threads.stream().noneMatch(RoleThread::isRunning));
    }

    @Test
    void itMayCloseItself() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        RoleThread[] self = new RoleThread[1];
        CountDownLatch known = new CountDownLatch(1);
        self[0] =
                RoleThread.start(
                        "test",
                        () -> {
                            try {
                                assertTrue(known.await(10, TimeUnit.SECONDS));
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                            self[0].close();
                            closed.countDown();
                            return 0;
                        });
        known.countDown();
        assertTrue(closed.await(10, TimeUnit.SECONDS));
        self[0].close();
        assertFalse(self[0].isRunning());
    }
}
