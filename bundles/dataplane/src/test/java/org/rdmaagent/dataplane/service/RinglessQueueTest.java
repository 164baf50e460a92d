// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** A queue that is read directly, and no ring that could receive. */
class RinglessQueueTest extends PlaneOnSimulation {
    private final OfferedPorts ports = new OfferedPorts(traffic.ports, "jna");

    private PolledQueue bare() {
        traffic.context.createCq("bare", 4, null, 0);
        return traffic.ports.queues().stream()
                .filter(queue -> queue.name().equals("bare"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void itIsToldByQueueLoopAndHealth() {
        PolledQueue unused = bare();
        plane.bindPorts(ports, ports.properties(0));
        plane.bindHandler(
                new SequenceHandler(seen), Map.of("service.id", 1L, CompletionHandler.CQ, "bare"));
        configure("queues", "bare", "port", "direct");
        awaitActive();
        await("it is told", () -> !slot().reason().isEmpty());
        String told = "nothing can arrive: it is read directly, where only a ring posts receives";
        assertTrue(slot().reason().startsWith(told), slot().reason());
        assertTrue(slot().reason().contains("set receiveBytes in the file"), slot().reason());
        assertEquals(SlotState.ACTIVE, slot().state());
        assertTrue(loop().reason().startsWith("bare: " + told), loop().reason());
        assertEquals(HealthGrade.WARN, plane.check().grade());
        configure("queues", "bare", "port", "jna");
        await("another port may post", () -> slot().reason().isEmpty());
    }

    @Test
    void aQueueWithARingOrOneThatIsJustMadeIsNotTold() {
        RinglessQueue watch = new RinglessQueue();
        try (CompletionPort port = ports.open(bare(), "test", PollingWay.DIRECT);
                CompletionPort fed = ports.open(traffic.queue(), "test", PollingWay.DIRECT)) {
            watch.look(port, 5);
            watch.look(port, 4 + RinglessQueue.LASTING_NANOS);
            assertEquals("", watch.trouble());
            watch.look(port, 5 + RinglessQueue.LASTING_NANOS);
            assertTrue(watch.trouble().startsWith("nothing can arrive"), watch.trouble());
            watch.look(fed, 6 + RinglessQueue.LASTING_NANOS);
            assertEquals("", watch.trouble());
            watch.look(port, 7 + RinglessQueue.LASTING_NANOS);
            assertEquals("", watch.trouble(), "it is looked at anew");
            watch.look(null, 10 * RinglessQueue.LASTING_NANOS);
            assertEquals("", watch.trouble());
        }
    }
}
