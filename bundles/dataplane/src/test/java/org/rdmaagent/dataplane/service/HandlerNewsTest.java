// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.SlotState;

/** A change of the handler is told when there is one, and only then. */
class HandlerNewsTest extends PlaneOnSimulation {
    private static final String NAME = SequenceHandler.class.getName();

    @BeforeEach
    void listen() {
        plane.bindListener(told::add);
    }

    private void handle(String queue) {
        plane.bindHandler(
                new SequenceHandler(seen), Map.of("service.id", 1L, CompletionHandler.CQ, queue));
    }

    /** By then everything is told that was to be told before. */
    private void awaitLast(LoopEventKind kind) {
        await(
                kind + " in " + told,
                () -> !told.isEmpty() && kinds().get(told.size() - 1).equals(kind));
    }

    @ParameterizedTest
    @CsvSource({"feed, feed", "feed, ctx:feed", "ctx:feed, feed"})
    void aQueueThatIsMadeAnewHasTheSameHandlerAllTheTime(String polled, String asked) {
        plane.bindPorts(traffic.ports, Map.of());
        handle(asked);
        configure("queues", polled);
        awaitActive();
        SimulatedTraffic anew = traffic.reopened();
        await("all are told", () -> told.size() == 3);
        await("the new one", () -> slot().state() == SlotState.ACTIVE);
        anew.send(3);
        await("its messages", () -> seen.size() == 3);
        assertEquals(
                List.of(
                        LoopEventKind.QUEUE_FOUND,
                        LoopEventKind.QUEUE_LOST,
                        LoopEventKind.QUEUE_FOUND),
                kinds());
        assertEquals(List.of(NAME, NAME, NAME), told.stream().map(LoopEvent::handler).toList());
        assertEquals(0, slot().swaps());
    }

    @Test
    void aLoopThatWaitsForAQueueTellsOfNoHandler() {
        plane.bindPorts(traffic.ports, Map.of());
        handle("feed");
        configure();
        awaitActive();
        plane.configure("other", Map.of("service.pid", "x~other", "queues", "feed"));
        plane.unbindHandler(new SequenceHandler(seen), Map.of("service.id", 1L));
        awaitLast(LoopEventKind.HANDLER_CHANGED);
        assertEquals(List.of("fast", "fast"), told.stream().map(LoopEvent::loop).toList());
        handle("feed");
        plane.remove(PID);
        await("the other has it", () -> told.stream().anyMatch(e -> e.loop().equals("other")));
        assertEquals(
                List.of(LoopEventKind.QUEUE_FOUND),
                told.stream().filter(e -> e.loop().equals("other")).map(LoopEvent::kind).toList());
    }

    @Test
    void aQueueThatTheLoopGivesUpHasLostNoHandler() {
        traffic.context.createCq("spare", 4, null, 0);
        plane.bindPorts(traffic.ports, Map.of());
        handle("feed");
        configure("queues", "feed, spare");
        await("both", () -> told.size() == 2);
        configure("queues", "spare");
        plane.resetFigures("fast");
        configure("queues", "feed, spare");
        await("it is found again", () -> told.size() == 3);
        assertEquals(List.of(LoopEventKind.QUEUE_FOUND), kinds().stream().distinct().toList());
    }
}
