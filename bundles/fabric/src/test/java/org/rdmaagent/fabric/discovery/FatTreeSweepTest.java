// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.Dragonflies;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.spi.MadSession;

class FatTreeSweepTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final long WAIT = 1_000_000_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64, 1024})
    void a_two_level_tree_is_found_exactly_whatever_the_window(int window) {
        Topology truth = FatTrees.twoLevel(6, 4, 7, 2);
        SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL);
        Topology found = Sweeping.sweep(world, SweepSettings.DEFAULTS.withMaxSmpsOnWire(window));
        Sweeping.assertSameSubnet(truth, found);
        assertTrue(found.complete());
        assertEquals(List.of(), found.problems());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 16, 64, 1024})
    void each_link_is_asked_once_whatever_the_window(int window) {
        for (Topology truth :
                List.of(FatTrees.twoLevel(6, 4, 7, 2), FatTrees.threeLevel(4, 4, 4, 4, 5))) {
            Topology found =
                    Sweeping.sweep(
                            SimulatedWorld.of(truth, Sweeping.VIRTUAL),
                            SweepSettings.DEFAULTS.withMaxSmpsOnWire(window));
            SweepStatistics statistics = found.statistics().orElseThrow();
            assertEquals(Sweeping.fewestSmps(truth), statistics.smpsUsed());
            assertEquals(0, statistics.retries());
            assertEquals(0, statistics.timeouts());
            assertTrue(statistics.maxOnWire() <= window);
            assertEquals(Sweeping.CLOCK.instant(), statistics.startedAt());
            assertTrue(statistics.sweepNanos() > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 64})
    void where_switches_stand_in_odd_rings_hardly_a_link_is_asked_twice(int window) {
        Topology truth = Dragonflies.of(9, 8, 8, 2, 3);
        Topology found =
                Sweeping.sweep(
                        SimulatedWorld.of(truth, Sweeping.VIRTUAL.latencyNanos(100_000)),
                        SweepSettings.DEFAULTS.withMaxSmpsOnWire(window));
        Sweeping.assertSameSubnet(truth, found);
        long smps = found.statistics().orElseThrow().smpsUsed();
        int fewest = Sweeping.fewestSmps(truth);
        assertTrue(smps <= fewest + truth.links().size() / 100, smps + ", at least " + fewest);
    }

    @Test
    void ports_that_say_the_same_are_one_object() {
        Topology found =
                Sweeping.sweep(SimulatedWorld.of(FatTrees.twoLevel(3, 2, 2, 1), Sweeping.VIRTUAL));
        assertSame(
                Sweeping.named(found, "leaf1").port(2).orElseThrow(),
                Sweeping.named(found, "leaf3").port(2).orElseThrow());
    }

    @Test
    void the_agents_own_node_comes_first_and_routes_lead_to_their_nodes() {
        Topology found =
                Sweeping.sweep(SimulatedWorld.of(FatTrees.twoLevel(3, 2, 2, 1), Sweeping.VIRTUAL));
        assertEquals(DirectedRoute.LOCAL, found.nodes().get(0).route());
        assertEquals("host1 HCA-1", found.nodes().get(0).description());
        assertEquals(DirectedRoute.of(1), Sweeping.named(found, "leaf1").route());
        assertEquals(DirectedRoute.of(1, 2), Sweeping.named(found, "host2 HCA-1").route());
    }

    @Test
    void the_default_world_shows_the_degraded_link_and_both_ports_of_the_adapter() {
        SimulatedWorld world = SimulatedWorld.defaultWorld(Sweeping.VIRTUAL);
        for (PortId port : world.madTransport().ports()) {
            Topology found = Sweeping.sweep(world.madTransport(), port, SweepSettings.DEFAULTS);
            Sweeping.assertSameSubnet(world.topology(), found);
            assertEquals(12, found.count(NodeType.SWITCH));
            assertEquals(64, found.count(NodeType.CA));
            assertEquals(port.port(), found.originPort());
            assertEquals(List.of("degradedLink"), Sweeping.problemKinds(found));
        }
    }

    @Test
    void progress_is_told_node_by_node() {
        SimulatedWorld world = SimulatedWorld.of(FatTrees.twoLevel(2, 1, 2, 1), Sweeping.VIRTUAL);
        Set<Integer> counts = new LinkedHashSet<>();
        try (MadSession session = world.madTransport().open(PORT)) {
            DiscoveryEngine engine =
                    new DiscoveryEngine(
                            session, SweepSettings.DEFAULTS, SweepPlan.WHOLE, Sweeping.CLOCK);
            boolean more = true;
            while (more) {
                more = engine.doWork(WAIT);
                counts.add(engine.nodesFound());
            }
        }
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7), List.copyOf(counts));
    }

    @Test
    void a_big_subnet_is_found_exactly() {
        boolean big = Boolean.getBoolean("rdma.long");
        Topology truth =
                big
                        ? FatTrees.threeLevel(50, 20, 20, 20, 18)
                        : FatTrees.threeLevel(10, 10, 10, 10, 17);
        Topology found =
                Sweeping.sweep(
                        SimulatedWorld.of(truth, Sweeping.VIRTUAL),
                        SweepSettings.DEFAULTS.withMaxSmpsOnWire(64));
        assertTrue(truth.nodes().size() > (big ? 20_000 : 1_900), "" + truth.nodes().size());
        Sweeping.assertSameSubnet(truth, found);
    }
}
