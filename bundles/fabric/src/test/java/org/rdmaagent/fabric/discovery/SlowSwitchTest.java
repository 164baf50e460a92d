// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.spi.MadSession;

class SlowSwitchTest {
    private static final long MILLI = 1_000_000;
    private static final long WAIT = 1000 * MILLI;
    private static final long SERVICE = 5 * MILLI;

    private final Topology truth = FatTrees.twoLevel(20, 10, 16, 1);
    private final SimulatedWorld world =
            SimulatedWorld.of(truth, Sweeping.VIRTUAL.latencyNanos(20_000));
    private long lastNodeAt;

    @ParameterizedTest
    @CsvSource({"spine1, 8", "spine1, 16", "spine1, 64", "leaf3, 8", "leaf3, 16", "leaf3, 64"})
    void a_slow_switch_holds_up_itself_only(String name, int window) {
        FabricNode slow = Sweeping.named(truth, name);
        world.faults().oneByOne(slow.key(), SERVICE, 1000);
        Topology found = sweep(new SweepSettings(window, 500, 3));
        Sweeping.assertSameSubnet(truth, found);
        assertTrue(found.complete());
        SweepStatistics statistics = found.statistics().orElseThrow();
        assertEquals(0, statistics.retries());
        // NodeInfo at each of its links, its own attributes, its ports and port 0.
        int most = slow.portCount() + 3 + slow.ports().size();
        assertTrue(statistics.sweepNanos() <= most * SERVICE, statistics.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void the_others_are_found_meanwhile(int window) {
        world.faults().oneByOne(Sweeping.named(truth, "spine1").key(), SERVICE, 1000);
        Topology found = sweep(new SweepSettings(window, 500, 3));
        long whole = found.statistics().orElseThrow().sweepNanos();
        assertTrue(lastNodeAt <= whole / 2, lastNodeAt + " of " + whole + " ns");
    }

    @ParameterizedTest
    @CsvSource({"spine1, 2, 8", "spine1, 2, 64", "leaf3, 2, 16", "leaf3, 4, 64", "leaf3, 0, 16"})
    void a_switch_that_drops_what_it_cannot_hold_is_found_whole(
            String name, int places, int window) {
        world.faults().oneByOne(Sweeping.named(truth, name).key(), SERVICE, places);
        Topology found = sweep(new SweepSettings(window, 500, 5));
        Sweeping.assertSameSubnet(truth, found);
        assertTrue(found.complete(), found.failedPaths().toString());
        assertTrue(found.statistics().orElseThrow().retries() > 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000, 50_000, 200_000})
    void loss_costs_time_and_no_more(int perMillion) {
        world.faults().lossEverywhere(perMillion);
        Topology found = sweep(new SweepSettings(32, 100, 12));
        Sweeping.assertSameSubnet(truth, found);
        assertTrue(found.complete(), found.failedPaths().toString());
        SweepStatistics statistics = found.statistics().orElseThrow();
        long floor = Sweeping.fewestSmps(truth);
        long lost = floor * perMillion / (1_000_000 - perMillion);
        // What gets lost is asked again; and a link from its other side now and then.
        assertTrue(
                statistics.smpsUsed() <= floor + 2 * lost + 50,
                statistics + ", without loss " + floor);
    }

    @Test
    void the_window_grows_to_the_most_that_is_allowed_and_not_beyond() {
        for (int window : new int[] {1, 3, 16, 200}) {
            Topology found = sweep(new SweepSettings(window, 500, 3));
            assertEquals(window, found.statistics().orElseThrow().maxOnWire());
        }
    }

    private Topology sweep(SweepSettings settings) {
        try (MadSession session = Sweeping.open(world)) {
            long start = session.nanoTime();
            DiscoveryEngine engine =
                    new DiscoveryEngine(session, settings, SweepPlan.WHOLE, Sweeping.CLOCK);
            int nodes = 0;
            while (engine.doWork(WAIT)) {
                if (engine.nodesFound() > nodes) {
                    nodes = engine.nodesFound();
                    lastNodeAt = session.nanoTime() - start;
                }
            }
            return engine.topology();
        }
    }
}
