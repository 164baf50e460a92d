// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopEventKind;

class LoopThreadTest {
    private static final long SECONDS_10 = TimeUnit.SECONDS.toNanos(10);

    private final BlockingQueue<LoopEventKind> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> deaths = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
    private final AtomicLong nanos = new AtomicLong();
    private final ScriptedPort port = new ScriptedPort("feed");
    private final Slot slot = new Slot("feed");
    private final LoopCore core =
            new LoopCore(
                    new LoopLimits(16, IdleStrategy.BACKOFF, 1_000_000_000, 8),
                    System::nanoTime,
                    Instant.EPOCH,
                    (kind, cq, handler, text) -> told.add(kind));
    private final LoopThread thread =
            new LoopThread(
                    "fast",
                    core,
                    (kind, cq, handler, text) -> told.add(kind),
                    () -> null,
                    nanos::get,
                    () -> deaths.add("over"));

    @BeforeEach
    void start() {
        Command unused = core.commands().post(() -> core.use(List.of(slot)));
        unused = core.commands().post(() -> core.attach(slot, port, HandDriven.NO_WAIT));
        bind(
                new Binding(
                        batch -> {
                            while (batch.next()) {
                                seen.add(batch.wrId());
                                batch.repost();
                            }
                        },
                        "collecting"));
        thread.start();
    }

    @AfterEach
    void stop() {
        thread.stop(SECONDS_10);
    }

    private void bind(@Nullable Binding binding) {
        assertTrue(core.commands().post(() -> core.bind(slot, binding)).await(SECONDS_10));
    }

    private long next() throws InterruptedException {
        Long number = seen.poll(10, TimeUnit.SECONDS);
        return number == null ? -1 : number;
    }

    private void die(String of) throws InterruptedException {
        port.error = new StackOverflowError(of);
        assertEquals("over", deaths.poll(10, TimeUnit.SECONDS));
        // It tells shortly before it is over.
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().equals("rdma-loop-fast")) {
                each.join(10_000);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = IdleStrategy.class,
            names = {"SPIN", "YIELD", "BACKOFF"})
    void itPollsWhateverItDoesInBetween(IdleStrategy strategy) throws InterruptedException {
        Command command = core.commands().post(() -> rest(strategy));
        assertTrue(command.await(SECONDS_10));
        for (int i = 0; i < 100; i++) {
            port.complete(1);
            assertEquals(i, next());
        }
    }

    private void rest(IdleStrategy strategy) {
        IdleStrategy unused = core.rest(strategy);
    }

    @Test
    void aThreadThatDiesIsFollowedByAnotherWithTheSameQueues() throws InterruptedException {
        port.complete(1);
        assertEquals(0, next());
        die("a test");
        assertFalse(thread.isRunning());
        thread.watch();
        assertTrue(thread.isRunning());
        assertEquals(1, thread.restarts());
        port.complete(1);
        assertEquals(1, next());
        assertTrue(told.contains(LoopEventKind.RESTARTED));
        assertFalse(port.closed);
    }

    @Test
    void aThreadThatDiesAgainAndAgainStaysDead() throws InterruptedException {
        for (int i = 0; i < LoopThread.MOST_DEATHS; i++) {
            die("round " + i);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            thread.watch();
            assertTrue(thread.isRunning());
        }
        die("the last one");
        thread.watch();
        assertFalse(thread.isRunning());
        assertTrue(port.closed);
        assertTrue(thread.gaveUp().contains("the last one"), thread.gaveUp());
        // Nobody has to wait for it.
        bind(null);
    }

    @Test
    void deathsThatAreFarApartDoNotCountTogether() throws InterruptedException {
        for (int i = 0; i < 2 * LoopThread.MOST_DEATHS; i++) {
            die("round " + i);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(20));
            thread.watch();
            assertTrue(thread.isRunning());
        }
        assertEquals(2 * LoopThread.MOST_DEATHS, thread.restarts());
    }

    @Test
    void aStoppedLoopLeavesNoThreadAndNoPort() {
        thread.stop(SECONDS_10);
        assertFalse(thread.isRunning());
        assertTrue(port.closed);
        assertEquals(0, threads());
    }

    @Test
    void aHandlerThatHoldsTheThreadIsNamedAndTheLoopEndsAfterIt() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        bind(
                new Binding(
                        batch -> {
                            inside.countDown();
                            awaitQuietly(leave);
                        },
                        "holding"));
        port.complete(1);
        assertTrue(inside.await(10, TimeUnit.SECONDS));
        assertEquals("holding", core.busy().handler());
        assertFalse(core.commands().post(() -> core.pause(true)).await(1_000_000));
        thread.stop(1_000_000);
        assertTrue(thread.isRunning());
        leave.countDown();
        assertEquals("over", deaths.poll(10, TimeUnit.SECONDS));
        thread.stop(SECONDS_10);
        assertTrue(port.closed);
        assertTrue(core.isPaused());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("rdma-loop-"))
                .count();
    }
}
