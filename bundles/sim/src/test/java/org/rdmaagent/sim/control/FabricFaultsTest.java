// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.SmpAttribute;

/** Faults hit what they name, and nothing else. */
class FabricFaultsTest {
    private final SimulatedWorld world = SmallFabric.world();
    private final FabricFaults faults = world.faults();
    private final Asker asker = new Asker(world);

    @Test
    void onePortsAttributeIsDropped() {
        faults.drop(SmallFabric.NEAR, 7, SmpAttribute.PORT_INFO);
        assertTrue(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 7));
        assertFalse(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 0));
        assertFalse(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0));
        assertFalse(asker.timesOut(SmallFabric.TO_FAR, SmpAttribute.PORT_INFO, 7));
    }

    @Test
    void everyPortsAttributeIsDropped() {
        faults.drop(SmallFabric.NEAR, -1, SmpAttribute.PORT_INFO);
        assertTrue(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 0));
        assertTrue(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 36));
        faults.clear();
        assertFalse(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 36));
    }

    @Test
    void anAttributeOfTheNodeIsDroppedByTheArrivalPort() {
        faults.drop(SmallFabric.OTHER, 2, SmpAttribute.NODE_INFO);
        assertFalse(asker.timesOut(DirectedRoute.of(1, 2), SmpAttribute.NODE_INFO, 0));
        assertTrue(asker.timesOut(DirectedRoute.of(1, 3), SmpAttribute.NODE_INFO, 0));
    }

    @Test
    void theArrivalPortIsMeantWhenAChannelAdapterIsAskedForPort0() {
        faults.drop(SmallFabric.OTHER, 2, SmpAttribute.PORT_INFO);
        assertTrue(asker.timesOut(DirectedRoute.of(1, 3), SmpAttribute.PORT_INFO, 0));
        assertFalse(asker.timesOut(DirectedRoute.of(1, 2), SmpAttribute.PORT_INFO, 0));
    }

    @Test
    void anAnswerBecomesAStatus() {
        faults.status(SmallFabric.FAR, -1, SmpAttribute.NODE_DESCRIPTION, 0x0204);
        assertEquals(
                0x0204,
                asker.answer(SmallFabric.TO_FAR, SmpAttribute.NODE_DESCRIPTION, 0).status());
        assertEquals(
                0, asker.answer(SmallFabric.TO_NEAR, SmpAttribute.NODE_DESCRIPTION, 0).status());
    }

    @Test
    void aLossIsRandomAndTheSeedDecidesIt() {
        BitSet first = lost(1);
        assertEquals(first, lost(1));
        assertNotEquals(first, lost(2));
        // 10 % of 2000, give or take five standard deviations.
        assertEquals(200, first.cardinality(), 67);
    }

    private static BitSet lost(long seed) {
        SimulatedWorld lossy = SmallFabric.world(SmallFabric.settings().seed(seed));
        lossy.faults().loss(SmallFabric.NEAR, -1, SmpAttribute.NODE_INFO, 100_000);
        BitSet lost = new BitSet();
        try (Asker asker = new Asker(lossy)) {
            for (int index = 0; index < 2000; index++) {
                lost.set(index, asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0));
                assertFalse(asker.timesOut(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0));
            }
        }
        return lost;
    }

    @Test
    void aWorldCanLoseEverywhere() {
        SimulatedWorld deaf = SmallFabric.world(SmallFabric.settings().lossPerMillion(1_000_000));
        try (Asker asker = new Asker(deaf)) {
            assertTrue(asker.timesOut(DirectedRoute.LOCAL, SmpAttribute.NODE_INFO, 0));
        }
    }

    @Test
    void whatIsNotThereCannotBreak() {
        NodeKey nobody = NodeKey.of(new Guid(5));
        LinkEnd noCable = new LinkEnd(SmallFabric.NEAR, 20);
        LinkEnd noPort = new LinkEnd(SmallFabric.NEAR, 99);
        assertRefused(() -> faults.drop(nobody, -1, SmpAttribute.NODE_INFO));
        assertRefused(() -> faults.latency(nobody, 1));
        assertRefused(() -> faults.latency(SmallFabric.NEAR, -1));
        assertRefused(() -> faults.linkDown(noCable));
        assertRefused(() -> faults.linkUp(noPort));
        assertRefused(() -> faults.loss(SmallFabric.NEAR, -1, SmpAttribute.NODE_INFO, 1_000_001));
        assertRefused(() -> faults.status(SmallFabric.NEAR, -1, SmpAttribute.NODE_INFO, 0));
        assertRefused(() -> SimulationSettings.defaults().latencyNanos(-1));
        assertRefused(() -> SimulationSettings.defaults().lossPerMillion(-1));
    }

    private static void assertRefused(Runnable call) {
        String text = String.valueOf(assertThrows(IllegalArgumentException.class, call::run));
        assertTrue(text.contains(": "), text);
    }
}
