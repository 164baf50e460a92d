// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.dataplane.SlotState;

/** Two files may ask for a loop of one name: one runs, the other waits. */
class LoopNamesTest extends PlaneOnSimulation {
    private static final String RUNS = "org.rdmaagent.dataplane.loop-second.cfg";
    private static final String WAITS = "org.rdmaagent.dataplane.loop-main.cfg";

    private void configureFile(String pid, String file, String name) {
        plane.configure(
                pid,
                Map.of(
                        "service.pid",
                        pid,
                        "felix.fileinstall.filename",
                        "file:/etc/" + file,
                        "name",
                        name,
                        "queues",
                        "feed"));
    }

    private PollLoop only() {
        assertEquals(List.of("second"), plane.loops().stream().map(PollLoop::name).toList());
        return plane.loop("second").orElseThrow();
    }

    @Test
    void theLoopThatRunsIsShownAndTheRefusedFileIsToldWithBothNames() {
        // The identity of the refused one comes first in order, and must not be taken for it.
        configureFile("pid~second", RUNS, "second");
        configureFile("pid~main", WAITS, "main");
        configureFile("pid~main", WAITS, "second");
        assertEquals(LoopState.RUNNING, only().state());
        assertEquals(1, only().slots().size());
        plane.pause("second");
        assertEquals(LoopState.PAUSED, only().state());
        String health = plane.check().text();
        assertTrue(health.contains(WAITS + " is not in force, since " + RUNS + " has"), health);
        assertTrue(health.startsWith("loops: 1, queues: 1"), health);
        assertEquals(HealthGrade.WARN, plane.check().grade());
    }

    @Test
    void theRefusedFileStartsByItselfWhenTheOtherGoes() {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(new SequenceHandler(seen), properties(0));
        configureFile("pid~second", RUNS, "second");
        configureFile("pid~main", WAITS, "second");
        plane.pause("second");
        plane.remove("pid~second");
        assertEquals(LoopState.RUNNING, only().state());
        await("it is polled", () -> only().slots().get(0).state() == SlotState.ACTIVE);
        traffic.send(3);
        awaitAllSeen();
        await(
                "all is well: " + plane.check().text(),
                () -> plane.check().grade() == HealthGrade.OK);
    }

    @Test
    void itAlsoStartsWhenTheOtherTakesAnotherNameButNotAfterAWrongEdit() {
        configureFile("pid~second", RUNS, "second");
        configureFile("pid~main", WAITS, "second");
        configureFile("pid~second", RUNS, "third");
        assertEquals(LoopState.RUNNING, plane.loop("second").orElseThrow().state());
        assertEquals(LoopState.RUNNING, plane.loop("third").orElseThrow().state());
        configureFile("pid~other", "other.cfg", "third");
        plane.configure("pid~other", Map.of("service.pid", "pid~other", "name", "third"));
        plane.remove("pid~second");
        assertEquals(LoopState.STOPPED, plane.loop("third").orElseThrow().state());
    }

    @Test
    void aPlacementThatIsRefusedIsAReasonOfTheLoop() {
        configure("cpu", "999");
        await("why", () -> loop().reason().startsWith("no provider can ask the kernel"));
    }

    @Test
    void aHandlerWhoseQueueNoLoopHasIsNamed() {
        plane.bindHandler(
                new SequenceHandler(seen), Map.of("service.id", 1L, CompletionHandler.CQ, "fed"));
        String health = plane.check().text();
        assertTrue(health.contains("SequenceHandler gets nothing: no loop polls fed"), health);
    }
}
