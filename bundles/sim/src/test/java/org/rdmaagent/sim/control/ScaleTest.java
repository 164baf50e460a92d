// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/** Twenty thousand nodes are no burden. */
class ScaleTest {
    private static final long MAX_HEAP_BYTES = 200L << 20;

    @Test
    void aFabricOfTwentyThousandNodesFitsIntoTwoHundredMegabytes() {
        long before = usedHeap();
        long start = System.nanoTime();
        // 45 pods of 20 leaves and 20 spines, 20 x 16 cores, 20 hosts a leaf: 20,120 nodes.
        Topology topology = FatTrees.threeLevel(45, 20, 20, 16, 20);
        long built = System.nanoTime();
        SimulatedWorld world = SimulatedWorld.of(topology, SmallFabric.settings());
        long ready = System.nanoTime();
        assertEquals(18_000, topology.count(NodeType.CA));
        assertEquals(2_120, topology.count(NodeType.SWITCH));
        try (Asker asker = new Asker(world)) {
            sweep(asker, topology, "cold");
            PlainSweep sweep = sweep(asker, topology, "warm");
            assertEquals(20_120, sweep.nodes.size());
        }
        long heap = usedHeap() - before;
        report(
                "topology %d ms, world %d ms, heap of both %d MB%n",
                (built - start) / 1_000_000, (ready - built) / 1_000_000, heap >> 20);
        assertTrue(heap < MAX_HEAP_BYTES, () -> "heap " + (heap >> 20) + " MB");
        assertEquals(world.topology(), topology);
    }

    private static PlainSweep sweep(Asker asker, Topology topology, String how) {
        long start = System.nanoTime();
        PlainSweep sweep = new PlainSweep(asker).run();
        report(
                "%s sweep of %d nodes: %d SMPs, %d ms%n",
                how, sweep.nodes.size(), sweep.smps, (System.nanoTime() - start) / 1_000_000);
        assertEquals(topology.links().size(), sweep.links.size());
        return sweep;
    }

    private static void report(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
