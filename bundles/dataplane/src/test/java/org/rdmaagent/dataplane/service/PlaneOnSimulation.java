// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.SlotStatus;

/** The whole bundle, with its threads, on a simulated device. */
abstract class PlaneOnSimulation {
    static final String PID = "org.rdmaagent.dataplane.loop~fast";

    final SimulatedTraffic traffic = new SimulatedTraffic();
    final Queue<Long> seen = new ConcurrentLinkedQueue<>();
    final Queue<LoopEvent> told = new ConcurrentLinkedQueue<>();
    final ProvidedDataPlane plane = new ProvidedDataPlane(InstantSource.system(), System::nanoTime);
    long serviceId = 10;

    @AfterEach
    void nothingIsLeftBehind() {
        plane.stop();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            assertFalse(thread.getName().startsWith("rdma-"), thread.getName());
        }
    }

    void configure(String... keysAndValues) {
        Map<String, String> keys = new HashMap<>(Map.of("service.pid", PID, "queues", "feed"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            keys.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        plane.configure(PID, keys);
    }

    Map<String, Object> properties(int ranking) {
        serviceId++;
        return Map.of(
                "service.id", serviceId, "service.ranking", ranking, CompletionHandler.CQ, "feed");
    }

    PollLoop loop() {
        return plane.loop("fast").orElseThrow();
    }

    SlotStatus slot() {
        return loop().slots().get(0);
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            LockSupport.parkNanos(1_000_000);
        }
    }

    void awaitActive() {
        await("the queue is polled", () -> slot().state() == SlotState.ACTIVE);
    }

    void awaitAllSeen() {
        await("all are seen", () -> seen.size() >= traffic.sent());
        List<Long> all = new ArrayList<>(seen);
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i, all.get(i));
        }
        assertEquals(traffic.sent(), all.size());
    }

    List<LoopEventKind> kinds() {
        return told.stream().map(LoopEvent::kind).toList();
    }
}
