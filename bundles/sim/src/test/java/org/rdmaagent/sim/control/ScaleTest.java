// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.ScannedFabric;

/** Twenty thousand nodes are no burden; without {@code rdma.long} fewer must do. */
class ScaleTest {
    private static final boolean LONG = Boolean.getBoolean("rdma.long");
    private static final long MAX_HEAP_BYTES = 200L << 20;
    private static final long MICRO = 1_000;

    @Test
    void aFatTreeIsBuiltAndSweptInLittleMemory() {
        long before = usedHeap();
        long start = System.nanoTime();
        // 45 or 10 pods of 20 leaves and 20 spines, 20 hosts a leaf, 20 planes of core switches.
        int pods = LONG ? 45 : 10;
        int coresPerPlane = LONG ? 16 : 4;
        Topology topology = FatTrees.threeLevel(pods, 20, 20, coresPerPlane, 20);
        long built = System.nanoTime();
        SimulatedWorld world = SimulatedWorld.of(topology, SmallFabric.settings());
        long ready = System.nanoTime();
        assertEquals(pods * 20 * 20, topology.count(NodeType.CA));
        assertEquals(pods * 40 + 20 * coresPerPlane, topology.count(NodeType.SWITCH));
        try (Asker asker = new Asker(world)) {
            sweep(asker, topology, "cold");
            PlainSweep sweep = sweep(asker, topology, "warm");
            assertEquals(topology.nodes().size(), sweep.nodes.size());
        }
        long heap = usedHeap() - before;
        report(
                "fat tree: topology %d ms, world %d ms, heap of both %d MB%n",
                (built - start) / 1_000_000, (ready - built) / 1_000_000, heap >> 20);
        assertTrue(heap < MAX_HEAP_BYTES, () -> "heap " + (heap >> 20) + " MB");
        assertSame(world.topology(), topology);
    }

    @Test
    void aDragonflyInTroubleIsScannedToItsEnd() {
        // 20,160 or 1,920 nodes.
        Topology topology =
                LONG ? Dragonflies.mixed(42, 48, 9, 4, 1) : Dragonflies.mixed(12, 16, 9, 4, 1);
        SimulationSettings settings =
                SmallFabric.settings()
                        .latencyNanos(500 * MICRO)
                        .hopNanos(MICRO)
                        .jitterNanos(50 * MICRO)
                        .lossPerMillion(1000);
        SimulatedWorld world = SimulatedWorld.of(topology, settings);
        FabricNode slow = topology.nodes().get(topology.count(NodeType.SWITCH) / 2);
        assertEquals(NodeType.SWITCH, slow.type());
        world.faults().oneByOne(slow.key(), 2000 * MICRO, 1000);
        LibraryCaller caller = new LibraryCaller(world);
        caller.window = 64;
        caller.retries = 10;
        long start = System.nanoTime();
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        long took = System.nanoTime() - start;
        assertEquals(topology.nodes().size(), fabric.nodes().size());
        Set<String> links = new TreeSet<>();
        topology.links().forEach(link -> links.add(PlainSweep.link(link)));
        assertEquals(links, LibraryCaller.links(fabric));
        try (Asker asker = new Asker(world)) {
            long simulated = asker.session.nanoTime();
            report(
                    "dragonfly of %d nodes: %d MADs, %d ms for %d simulated ms%n",
                    fabric.nodes().size(),
                    fabric.madsUsed(),
                    took / 1_000_000,
                    simulated / 1_000_000);
            // 64 at a time cannot be faster than this.
            assertTrue(simulated >= fabric.madsUsed() / 64 * 500 * MICRO);
        }
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
