// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.SlotStatus;

/** The whole bundle, with its threads, on a simulated device. */
class ProvidedDataPlaneTest {
    private static final String PID = "org.rdmaagent.dataplane.loop~fast";

    private final SimulatedTraffic traffic = new SimulatedTraffic();
    private final Queue<Long> seen = new ConcurrentLinkedQueue<>();
    private final Queue<LoopEvent> told = new ConcurrentLinkedQueue<>();
    private final ProvidedDataPlane plane =
            new ProvidedDataPlane(InstantSource.system(), System::nanoTime);
    private long serviceId = 10;

    @AfterEach
    void nothingIsLeftBehind() {
        plane.stop();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            assertFalse(thread.getName().startsWith("rdma-"), thread.getName());
        }
    }

    private void configure(String... keysAndValues) {
        Map<String, String> keys = new HashMap<>(Map.of("service.pid", PID, "queues", "feed"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            keys.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        plane.configure(PID, keys);
    }

    private Map<String, Object> properties(int ranking) {
        serviceId++;
        return Map.of(
                "service.id", serviceId, "service.ranking", ranking, CompletionHandler.CQ, "feed");
    }

    private PollLoop loop() {
        return plane.loop("fast").orElseThrow();
    }

    private SlotStatus slot() {
        return loop().slots().get(0);
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void awaitActive() {
        await("the queue is polled", () -> slot().state() == SlotState.ACTIVE);
    }

    private void awaitAllSeen() {
        await("all are seen", () -> seen.size() >= traffic.sent());
        List<Long> all = new ArrayList<>(seen);
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i, all.get(i));
        }
        assertEquals(traffic.sent(), all.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"spin", "yield", "backoff", "event"})
    void aConfiguredLoopHandsOutWhatItsQueueHolds(String idle) {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        configure("idle", idle);
        awaitActive();
        for (int i = 0; i < 20; i++) {
            traffic.send(10);
            await("ten more", () -> seen.size() == traffic.sent());
        }
        awaitAllSeen();
        SlotStatus slot = slot();
        assertEquals("sim", slot.port());
        assertEquals("mlx4_0", slot.device());
        assertEquals(SequenceHandler.class.getName(), slot.handler());
        assertEquals(200, slot.completions());
        assertEquals(SimulatedTraffic.BUFFERS, slot.receivesPosted());
        await("its figures", () -> slot().handlerFigures().equals(Map.of("seen", 200L)));
        assertEquals(LoopState.RUNNING, loop().state());
        assertEquals("", loop().reason());
        assertEquals(HealthGrade.OK, plane.check().grade(), plane.check().text());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void handlersAreReplacedUnderLoadAndNothingIsLostOrRepeated(long seed) {
        plane.bindPorts(traffic.ports, Map.of());
        SequenceHandler present = new SequenceHandler(seen);
        Map<String, Object> presentProperties = properties(0);
        plane.bindHandler(present, presentProperties);
        configure("idle", "spin");
        awaitActive();
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            traffic.send(random.nextInt(8));
            SequenceHandler next = new SequenceHandler(seen);
            Map<String, Object> nextProperties = properties(round + 1);
            boolean overlap = random.nextBoolean();
            if (overlap) {
                plane.bindHandler(next, nextProperties);
            }
            traffic.send(random.nextInt(4));
            plane.unbindHandler(present, presentProperties);
            present.unbound();
            traffic.send(random.nextInt(4));
            if (!overlap) {
                plane.bindHandler(next, nextProperties);
            }
            assertEquals(0, present.late, "seed " + seed);
            present = next;
            presentProperties = nextProperties;
            int expected = (int) traffic.sent();
            await("seed " + seed, () -> seen.size() >= expected);
        }
        awaitAllSeen();
        assertEquals(100, slot().swaps());
        assertEquals(100, slot().swapPauseNanos().count());
    }

    @Test
    void theHighestRankingWinsThenTheOldest() {
        plane.bindPorts(traffic.ports, Map.of());
        configure();
        Queue<Long> other = new ConcurrentLinkedQueue<>();
        Map<String, Object> low = properties(1);
        Map<String, Object> alsoLow = properties(1);
        Map<String, Object> high = properties(5);
        SequenceHandler best = new SequenceHandler(other);
        plane.bindHandler(new SequenceHandler(other), alsoLow);
        plane.bindHandler(new SequenceHandler(seen), low);
        awaitActive();
        traffic.send(5);
        await("the oldest", () -> seen.size() == 5);
        plane.bindHandler(best, high);
        traffic.send(3);
        await("the highest", () -> other.size() == 3);
        plane.updatedHandler(
                best,
                Map.of(
                        "service.id",
                        high.get("service.id"),
                        "service.ranking",
                        0,
                        CompletionHandler.CQ,
                        new String[] {"feed"}));
        traffic.send(2);
        await("the oldest again", () -> seen.size() == 7);
    }

    @Test
    void whenAProviderGoesItsPortsAreClosedBeforeTheCallReturns() {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        configure();
        awaitActive();
        plane.unbindPorts(traffic.ports);
        assertEquals(SlotState.WAITING, slot().state());
        // Nobody polls it now.
        traffic.ports.open(traffic.queue(), "test").close();
        traffic.send(7);
        plane.bindPorts(traffic.ports, Map.of());
        awaitAllSeen();
    }

    @Test
    void aQueueThatIsClosedIsLetGoOfAndWaitedFor() {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        plane.bindListener(told::add);
        configure("idle", "event");
        awaitActive();
        traffic.closeFeed();
        await("it waits", () -> slot().state() == SlotState.WAITING);
        await("why", () -> slot().reason().equals("there is no completion queue of this name yet"));
        await(
                "it is told",
                () -> told.stream().anyMatch(e -> e.kind() == LoopEventKind.QUEUE_LOST));
        assertEquals(HealthGrade.WARN, plane.check().grade());
    }

    @Test
    void aSecondLoopMayNotHaveTheQueue() {
        plane.bindPorts(traffic.ports, Map.of());
        configure();
        await("it is opened", () -> slot().state() == SlotState.PARKED);
        plane.configure("other", Map.of("service.pid", "x~other", "queues", "ctx:feed"));
        await(
                "it is refused",
                () ->
                        plane.loop("other")
                                .orElseThrow()
                                .slots()
                                .get(0)
                                .reason()
                                .equals("loop fast polls ctx:feed already"));
        plane.remove(PID);
        await(
                "it gets it",
                () -> plane.loop("other").orElseThrow().slots().get(0).state() == SlotState.PARKED);
    }

    @Test
    void aWrongEditLeavesTheLoopAsItWas() {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        configure("batchSize", "4", "idel", "spin");
        awaitActive();
        assertTrue(loop().reason().contains("unknown keys, passed over: idel"), loop().reason());
        configure("batchSize", "400");
        assertEquals(4, loop().batchSize());
        assertTrue(plane.check().text().contains("batchSize lies in 1..64"));
        traffic.send(3);
        awaitAllSeen();
        configure("batchSize", "8", "idle", "yield");
        await("it is in force", () -> loop().batchSize() == 8);
        assertEquals(IdleStrategy.YIELD, loop().idleStrategy());
        assertEquals(0, loop().restarts());
        assertEquals(HealthGrade.OK, plane.check().grade(), plane.check().text());
    }

    @Test
    void aLoopThatNeverCouldBeIsStoppedAndSaysWhy() {
        configure("idle", "sleep");
        assertEquals(LoopState.STOPPED, loop().state());
        assertTrue(loop().reason().startsWith("idle is spin"), loop().reason());
        configure();
        assertEquals(LoopState.RUNNING, loop().state());
    }

    @Test
    void anOperatorPausesResizesAndResets() {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        configure();
        awaitActive();
        plane.pause("fast");
        plane.pause("fast");
        assertEquals(LoopState.PAUSED, loop().state());
        traffic.send(3);
        assertEquals(16, plane.setBatchSize("fast", 1));
        assertEquals(0, seen.size());
        plane.resume("fast");
        awaitAllSeen();
        assertEquals(3, loop().figures().batchHistogram().get(0).polls());
        assertEquals(IdleStrategy.BACKOFF, plane.setIdleStrategy("fast", IdleStrategy.EVENT));
        plane.resetFigures("fast");
        assertEquals(0, loop().figures().completions());
        assertThrows(IllegalArgumentException.class, () -> plane.release("fast", "feed"));
        assertThrows(IllegalArgumentException.class, () -> plane.release("fast", "x"));
        assertThrows(IllegalArgumentException.class, () -> plane.pause("slow"));
        assertThrows(IllegalArgumentException.class, () -> plane.setBatchSize("fast", 65));
    }

    @Test
    void aHandlerThatWaitsIsToldAsAStallAndMayNotCommandItsOwnLoop() throws Exception {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindListener(told::add);
        SequenceHandler slow = new SequenceHandler(seen);
        Queue<String> refused = new ConcurrentLinkedQueue<>();
        CountDownLatch hold = new CountDownLatch(1);
        slow.hold = hold;
        plane.bindHandler(
                batch -> {
                    refused.add(
                            assertThrows(RdmaException.class, () -> plane.resume("fast"))
                                    .errno()
                                    .name());
                    slow.onCompletions(batch);
                },
                properties(0));
        configure("stallMillis", "20");
        awaitActive();
        traffic.send(1);
        assertTrue(slow.held.await(10, TimeUnit.SECONDS));
        await("the stall", () -> kinds().contains(LoopEventKind.STALL));
        assertFalse(kinds().contains(LoopEventKind.STALL_ENDED));
        assertEquals(HealthGrade.WARN, plane.check().grade());
        hold.countDown();
        await("its end", () -> kinds().contains(LoopEventKind.STALL_ENDED));
        assertEquals(1, loop().figures().stalls());
        assertEquals(List.of("ETIMEDOUT"), List.copyOf(refused));
        long expected = 0;
        for (LoopEvent event : told) {
            expected++;
            assertEquals(expected, event.sequence());
        }
    }

    @Test
    void aThreadThatDiesIsReplacedAndNothingIsLost() {
        DyingPorts ports = new DyingPorts(traffic.ports);
        plane.bindPorts(ports, Map.of());
        plane.bindListener(told::add);
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        configure("stallMillis", "3600000");
        awaitActive();
        for (int round = 1; round <= 3; round++) {
            int restarts = round;
            ports.die();
            await("another thread", () -> loop().restarts() == restarts);
            traffic.send(5);
        }
        awaitAllSeen();
        await("it is told", () -> kinds().contains(LoopEventKind.RESTARTED));
        assertEquals(LoopState.RUNNING, loop().state());
    }

    private List<LoopEventKind> kinds() {
        return told.stream().map(LoopEvent::kind).toList();
    }
}
