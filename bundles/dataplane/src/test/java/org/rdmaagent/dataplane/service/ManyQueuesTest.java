// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.spi.verbs.CqHandle;

/** Hundreds of queues that come to one sleeping loop, and leave it, one after another. */
class ManyQueuesTest {
    private static final int QUEUES = 200;
    private static final int ENTRIES = 16;

    /** A loop that sleeps over what it is asked for does so dozens of times. */
    private static final int MOST_ALARMS = 8;

    private final SimulatedTraffic traffic = new SimulatedTraffic(false);
    private final AlarmedPorts ports = new AlarmedPorts(traffic.ports);
    private final ProvidedDataPlane plane =
            new ProvidedDataPlane(InstantSource.system(), System::nanoTime);
    private final List<String> names = new ArrayList<>(List.of("feed"));
    private final List<CqHandle> queues = new ArrayList<>();
    private final List<CompletionHandler> handlers = new ArrayList<>();

    @AfterEach
    void itStopsAndHasSleptOverNothing() {
        plane.stop();
        assertTrue(ports.alarms() <= MOST_ALARMS, () -> ports.alarms() + " sleeps ran out");
    }

    private void configure() {
        plane.configure(
                "pid",
                Map.of(
                        "service.pid",
                        "p~many",
                        "queues",
                        String.join(",", names),
                        "idle",
                        "event"));
    }

    private static Map<String, Object> properties(int queue) {
        return Map.of("service.id", (long) queue, CompletionHandler.CQ, "q" + queue);
    }

    private void come(int queue) {
        queues.add(
                traffic.context.createCq(
                        "q" + queue, ENTRIES, traffic.context.createChannel("channel" + queue), 0));
        CompletionHandler handler = batch -> {};
        handlers.add(handler);
        plane.bindHandler(handler, properties(queue));
        names.add("q" + queue);
    }

    private void go(int queue) {
        queues.get(queue).close();
        plane.unbindHandler(handlers.get(queue), properties(queue));
        names.remove("q" + queue);
        configure();
    }

    private long in(SlotState state) {
        return plane.loop("many").orElseThrow().slots().stream()
                .filter(slot -> slot.state() == state)
                .count();
    }

    /** With its own queue, for whose completions it sleeps. */
    private void start() {
        plane.bindPorts(ports, Map.of());
        configure();
        PlaneOnSimulation.await("its own queue is open", () -> in(SlotState.PARKED) == 1);
    }

    @Test
    void eachIsTakenOverAndNobodyWhoClosesOneIsRefused() {
        start();
        for (int i = 0; i < QUEUES; i++) {
            come(i);
        }
        configure();
        PlaneOnSimulation.await("all are polled", () -> in(SlotState.ACTIVE) == QUEUES);
        for (int i = 0; i < QUEUES; i++) {
            go(i);
        }
        assertEquals(0, in(SlotState.ACTIVE));
    }

    @Test
    void oneThatIsClosedWhileItIsTakenOverIsLetGoOf() {
        start();
        for (int i = 0; i < QUEUES; i++) {
            come(i);
            configure();
            if (i > 0) {
                go(i - 1);
            }
        }
        PlaneOnSimulation.await("the last is polled", () -> in(SlotState.ACTIVE) == 1);
    }
}
