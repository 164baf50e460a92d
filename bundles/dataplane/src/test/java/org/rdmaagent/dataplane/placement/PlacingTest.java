// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.Placement;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.ThreadScheduling;

/** On the simulated host of four CPUs. */
class PlacingTest {
    private final SimulatedWorld world =
            SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true));
    private final ThreadScheduling host = world.threadScheduling();
    private final Placing placing = new Placing();

    @Test
    void aCpuAndAPriorityAreGranted() {
        Placement placement = placing.place(PlacementWish.of(2, "fifo:20"), host);
        assertTrue(placement.granted(), placement.reason());
        assertEquals("", placement.reason());
        assertEquals(Set.of(2), placement.cpus());
        assertEquals("fifo:20", placement.priority());
        assertEquals("fifo:20", placement.priorityAsked());
        assertTrue(placement.threadId() > 0);
    }

    @Test
    void whatIsNotAskedForAnyMoreIsUndone() {
        Set<Integer> before = host.cpus();
        Placement unused = placing.place(PlacementWish.of(2, "nice:5"), host);
        Placement placement = placing.place(PlacementWish.ANY, host);
        assertTrue(placement.granted(), placement.reason());
        assertEquals(before, placement.cpus());
        assertEquals("nice:0", placement.priority());
    }

    @Test
    void aCpuThatIsNotThereIsRefusedWithTheOnesThatAre() {
        Placement placement = placing.place(PlacementWish.of(77, "default"), host);
        assertFalse(placement.granted());
        assertTrue(placement.reason().startsWith("CPU 77 is not among those"), placement.reason());
        assertEquals(77, placement.cpuAsked());
        assertEquals(host.cpus(), placement.cpus());
    }

    @Test
    void anOrdinaryUserIsToldWhatItTakes() {
        world.ordinaryUser(true);
        Placement placement = placing.place(PlacementWish.of(1, "fifo:20"), host);
        assertFalse(placement.granted());
        assertEquals(Set.of(1), placement.cpus());
        assertTrue(placement.reason().contains("EPERM"), placement.reason());
    }

    @Test
    void withoutAnybodyToAskOnlyNothingIsGranted() {
        assertTrue(placing.place(PlacementWish.ANY, null).granted());
        Placement placement = placing.place(PlacementWish.of(0, "default"), null);
        assertFalse(placement.granted());
        assertTrue(placement.reason().contains("no provider"), placement.reason());
    }

    @Test
    void theMemoryLockSaysWhatWasAskedForAndGranted() {
        MemoryLock lock = new MemoryLock();
        assertEquals("not asked for", lock.text());
        lock.want(true);
        assertEquals(
                "asked for and not granted: no provider can ask the kernel for it", lock.text());
        lock.by(host);
        assertEquals("asked for and granted", lock.text());
        lock.want(false);
        assertEquals("not asked for", lock.text());
        world.ordinaryUser(true);
        lock.want(true);
        assertTrue(lock.text().startsWith("asked for and not granted: mlockall"), lock.text());
    }
}
