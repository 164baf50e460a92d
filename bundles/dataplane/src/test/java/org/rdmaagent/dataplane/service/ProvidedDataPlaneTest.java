// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.SlotStatus;

/** Queues and handlers come and go. */
class ProvidedDataPlaneTest extends PlaneOnSimulation {
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
        // Nothing need have come after the last change.
        await("the last change", () -> slot().swaps() == 100);
    }

    @Test
    void eachChangeOfTheHandlerHasAPauseThatEndsAtTheFirstPollOfTheNewOne() {
        plane.bindPorts(traffic.ports, Map.of());
        SequenceHandler present = new SequenceHandler(seen);
        plane.bindHandler(present, properties(0));
        configure("idle", "spin");
        awaitActive();
        for (int swap = 1; swap <= 100; swap++) {
            plane.bindHandler(new SequenceHandler(seen), properties(swap));
            int count = swap;
            await("the first poll", () -> slot().swapPauseNanos().count() == count);
            assertEquals(count, slot().swaps());
        }
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
    void aHandlerThatIsGivenAnotherQueueLeavesTheOldOneAndStaysTheSame() {
        plane.bindPorts(traffic.ports, Map.of());
        SequenceHandler moving = new SequenceHandler(seen);
        plane.bindHandler(moving, moved("elsewhere"));
        configure();
        await("it is opened", () -> slot().state() == SlotState.PARKED);
        traffic.send(2);
        plane.updatedHandler(moving, moved("feed"));
        assertEquals(SlotState.ACTIVE, slot().state());
        awaitAllSeen();
        plane.updatedHandler(moving, moved("elsewhere"));
        assertEquals(SlotState.PARKED, slot().state());
        moving.unbound();
        traffic.send(3);
        assertEquals(0, moving.late);
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        awaitAllSeen();
        assertEquals(0, moving.late);
    }

    private static Map<String, Object> moved(String queue) {
        return Map.of("service.id", 7L, CompletionHandler.CQ, queue);
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

    @ParameterizedTest
    @ValueSource(strings = {"backoff", "event"})
    void aQueueOfAReopenedContextIsPolledAgainByTheSameHandler(String idle) {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        configure("idle", idle);
        awaitActive();
        traffic.send(5);
        awaitAllSeen();
        long before = traffic.queue().identity();
        SimulatedTraffic anew = traffic.reopened();
        assertNotEquals(before, anew.queue().identity());
        anew.send(7);
        await("those that came through the new one", () -> seen.size() == 12);
        assertEquals(SlotState.ACTIVE, slot().state());
        assertEquals(SequenceHandler.class.getName(), slot().handler());
        assertEquals(HealthGrade.OK, plane.check().grade(), plane.check().text());
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
}
