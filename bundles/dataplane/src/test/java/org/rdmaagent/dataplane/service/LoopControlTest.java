// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.LoopState;

/** Loops are configured, told what to do, and looked after. */
class LoopControlTest extends PlaneOnSimulation {
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
}
