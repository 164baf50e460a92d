// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.spi.completion.CompletionPort;

/** A handler that gives no buffer back. */
class DryRingTest extends PlaneOnSimulation {
    @Test
    void aRingThatAHandlerEmptiedIsToldWithTheRemedy() {
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(
                batch -> {
                    while (batch.next()) {
                        seen.add(batch.wrId());
                    }
                },
                properties(0));
        configure();
        awaitActive();
        traffic.send(SimulatedTraffic.BUFFERS - 1);
        await("all but one", () -> slot().receivesHeld() == SimulatedTraffic.BUFFERS - 1);
        assertEquals("", slot().reason());
        assertEquals(HealthGrade.OK, plane.check().grade(), plane.check().text());
        traffic.send(1);
        await("it is told", () -> !slot().reason().isEmpty());
        assertEquals(SlotState.ACTIVE, slot().state());
        assertTrue(slot().reason().contains("all 64 are held"), slot().reason());
        assertEquals(HealthGrade.WARN, plane.check().grade());
        assertTrue(plane.check().text().contains("remove the queue pair's file"));
    }

    @Test
    void aRingThatIsEmptyForAMomentIsNotTold() {
        DryRing ring = new DryRing();
        try (CompletionPort port = traffic.ports.open(traffic.queue(), "test")) {
            traffic.send(SimulatedTraffic.BUFFERS);
            int taken = 0;
            while (taken < SimulatedTraffic.BUFFERS) {
                taken += port.poll(CompletionPort.LARGEST_BATCH);
                boolean more = port.batch().next();
                while (more) {
                    more = port.batch().next();
                }
                port.flush();
            }
            assertEquals(SimulatedTraffic.BUFFERS, port.receivesHeld());
            ring.look(port, 1, 0);
            ring.look(port, 2, DryRing.LASTING_NANOS);
            ring.look(port, 2, 2 * DryRing.LASTING_NANOS - 1);
            assertEquals("", ring.trouble());
            ring.look(port, 2, 2 * DryRing.LASTING_NANOS);
            assertTrue(ring.trouble().contains("all 64"), ring.trouble());
            ring.look(null, 2, 2 * DryRing.LASTING_NANOS);
            assertEquals("", ring.trouble());
        }
    }
}
