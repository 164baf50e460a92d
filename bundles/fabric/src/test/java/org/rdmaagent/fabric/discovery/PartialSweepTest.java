// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.Dragonflies;
import org.rdmaagent.sim.control.FabricBuilder;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;

class PartialSweepTest {
    private static final SweepSettings SETTINGS = new SweepSettings(16, 50, 1);

    private final FabricBuilder builder = new FabricBuilder("part");
    private final NodeKey own = builder.hdrHost(new Guid(0x1000), "own", 2);
    private final NodeKey near = builder.hdrSwitch(new Guid(0x2000), "near", 8);
    private final NodeKey far = builder.hdrSwitch(new Guid(0x3000), "far", 8);
    private final NodeKey bridge = builder.hdrHost(new Guid(0x4000), "bridge", 2);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 256})
    void exactly_the_nodes_within_so_many_links_are_found(int window) {
        SplittableRandom random = new SplittableRandom(window);
        for (Topology truth :
                List.of(FatTrees.threeLevel(5, 5, 4, 4, 5), Dragonflies.of(6, 5, 4, 1, 3))) {
            SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL.latencyNanos(5_000));
            Topology whole = Sweeping.sweep(world, SETTINGS);
            for (int start = 0; start < 20; start++) {
                FabricNode from = whole.nodes().get(random.nextInt(whole.nodes().size()));
                for (int hops = 0; hops <= 4; hops++) {
                    Topology part =
                            Sweeping.sweep(
                                    world,
                                    SETTINGS.withMaxSmpsOnWire(window),
                                    SweepPlan.part(from.route(), hops));
                    String what = from.description() + " and " + hops + " hops";
                    Map<NodeKey, Integer> distances = distances(truth, from.key());
                    assertEquals(within(distances, hops), keys(part), what);
                    assertEquals(links(truth, distances, hops), part.links(), what);
                    assertEquals(List.of(), part.failedPaths(), what);
                    assertEquals(from.key(), part.origin().orElseThrow());
                    assertEquals(hops, part.statistics().orElseThrow().hops().orElseThrow());
                    assertEquals(from.route(), part.statistics().orElseThrow().from());
                }
            }
        }
    }

    @Test
    void without_a_limit_the_whole_subnet_is_found_from_anywhere() {
        Topology truth = FatTrees.twoLevel(4, 3, 3, 1);
        SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL);
        for (FabricNode node : Sweeping.sweep(world, SETTINGS).nodes()) {
            SweepPlan plan = new SweepPlan(node.route(), OptionalInt.empty(), null);
            Sweeping.assertSameSubnet(truth, Sweeping.sweep(world, SETTINGS, plan));
        }
    }

    @Test
    void a_way_round_is_longer_than_it_looks_and_is_not_taken_for_the_shortest() {
        // A ring: its nodes are found from both sides, and the slow side is the shorter one.
        NodeKey[] ring = new NodeKey[6];
        for (int place = 0; place < ring.length; place++) {
            ring[place] = builder.hdrSwitch(new Guid(0x10000 + place * 16L), "r" + place, 4);
        }
        for (int place = 0; place < ring.length; place++) {
            builder.cable(ring[place], 1, ring[(place + 1) % ring.length], 2);
        }
        Topology truth = builder.cable(own, 1, ring[0], 3).build(own, 1);
        SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL.latencyNanos(1_000));
        world.faults().latency(ring[5], 10_000_000);
        for (int hops = 0; hops <= 5; hops++) {
            Topology part =
                    Sweeping.sweep(world, SETTINGS, SweepPlan.part(DirectedRoute.LOCAL, hops));
            assertEquals(within(distances(truth, own), hops), keys(part), hops + " hops");
        }
    }

    @Test
    void a_route_that_does_not_exist_is_an_error_that_says_so() {
        SimulatedWorld world = SimulatedWorld.of(FatTrees.twoLevel(3, 2, 3, 1), Sweeping.VIRTUAL);
        for (String route : List.of("0,1,77", "0,1,2,1", "0,1,5,2,1,1")) {
            RdmaException error = refused(world, DirectedRoute.parse(route));
            assertEquals("ETIMEDOUT", error.errno().name(), route);
            assertTrue(error.subject().contains(route), error.subject());
            assertTrue(error.remedy().contains("no node answers"), error.remedy());
            assertTrue(error.remedy().contains("M_Key"), error.remedy());
        }
        RdmaException error = refused(world, DirectedRoute.parse("0,2,1"));
        assertEquals("EINVAL", error.errno().name());
        assertTrue(error.remedy().contains("own port"), error.remedy());
        assertTrue(error.subject().contains("0,2,1"), error.subject());
    }

    @Test
    void what_is_behind_the_other_port_of_an_adapter_is_found_round_about_or_left_out() {
        builder.cable(own, 1, near, 1).cable(near, 2, bridge, 1).cable(bridge, 2, far, 2);
        SimulatedWorld apart = SimulatedWorld.of(builder.build(own, 1), Sweeping.VIRTUAL);
        Topology found = Sweeping.sweep(apart, SETTINGS, SweepPlan.part(DirectedRoute.of(1, 2), 1));
        assertEquals(Set.of(bridge, near), keys(found));
        assertEquals(1, found.links().size());
        assertEquals(List.of(), found.failedPaths());
        assertEquals(1, Sweeping.node(found, bridge).ports().size());
        builder.cable(near, 3, far, 3);
        SimulatedWorld joined = SimulatedWorld.of(builder.build(own, 1), Sweeping.VIRTUAL);
        Topology both = Sweeping.sweep(joined, SETTINGS, SweepPlan.part(DirectedRoute.of(1, 2), 3));
        assertEquals(Set.of(bridge, near, far, own), keys(both));
        assertEquals(4, both.links().size());
        assertEquals(List.of(), both.failedPaths());
        assertEquals(2, Sweeping.node(both, bridge).ports().size());
    }

    @Test
    void both_engines_leave_out_what_only_a_further_port_of_an_adapter_leads_to() throws Exception {
        builder.cable(own, 1, near, 1).cable(own, 2, far, 1);
        builder.cable(near, 2, bridge, 1).cable(bridge, 2, far, 2);
        SimulationSettings quick = SimulationSettings.defaults().latencyNanos(0);
        try (ServiceOnSim service = new ServiceOnSim(builder.build(own, 1), quick)) {
            for (String from : List.of("0", "0,1", "0,1,2")) {
                for (int hops = 0; hops <= 3; hops++) {
                    String what = from + " within " + hops;
                    DiscoveryRequest part = ServiceOnSim.part(from, hops);
                    Topology java = service.discover(part.by("java"));
                    Topology library = service.discover(part.by("libibnetdisc"));
                    assertEquals(List.of(), java.failedPaths(), what);
                    assertEquals(List.of(), library.failedPaths(), what);
                    assertEquals(keys(library), keys(java), what);
                    assertEquals(library.links(), java.links(), what);
                }
            }
            Topology whole = service.discover(DiscoveryRequest.WHOLE.by("java"));
            assertTrue(whole.complete(), whole.failedPaths().toString());
            assertEquals(Set.of(own, near, bridge), keys(whole));
        }
    }

    @Test
    void a_way_back_that_nobody_tells_is_one_failed_question_of_the_port() {
        builder.cable(own, 1, near, 1).cable(near, 2, bridge, 1);
        SimulatedWorld world = SimulatedWorld.of(builder.build(own, 1), Sweeping.VIRTUAL);
        world.faults().drop(near, -1, SmpAttribute.NODE_INFO);
        Topology found = Sweeping.sweep(world, SETTINGS, SweepPlan.part(DirectedRoute.of(1, 2), 1));
        assertEquals(
                List.of(
                        new FailedPath(
                                DirectedRoute.of(1),
                                bridge.guid(),
                                "bridge",
                                1,
                                "NodeInfo",
                                "timeout",
                                2)),
                found.failedPaths());
        Topology alone = Sweeping.sweep(world, SETTINGS, SweepPlan.part(DirectedRoute.LOCAL, 1));
        assertEquals(1, alone.failedPaths().size(), alone.failedPaths().toString());
        assertEquals(own.guid(), alone.failedPaths().get(0).node());
        assertEquals(1, alone.failedPaths().get(0).port());
    }

    @Test
    void an_adapter_whose_other_port_is_down_hides_nothing() {
        builder.cable(own, 1, near, 1).cable(near, 2, bridge, 1);
        SimulatedWorld world = SimulatedWorld.of(builder.build(own, 1), Sweeping.VIRTUAL);
        for (DirectedRoute from : List.of(DirectedRoute.LOCAL, DirectedRoute.of(1, 2))) {
            Topology found = Sweeping.sweep(world, SETTINGS, SweepPlan.part(from, 2));
            assertEquals(Set.of(own, near, bridge), keys(found));
            assertEquals(List.of(), found.failedPaths());
        }
        Topology alone = Sweeping.sweep(world, SETTINGS, SweepPlan.part(DirectedRoute.of(1, 2), 0));
        assertEquals(Set.of(bridge), keys(alone));
        assertEquals(List.of(), alone.links());
    }

    private static RdmaException refused(SimulatedWorld world, DirectedRoute from) {
        return assertThrows(
                RdmaException.class,
                () -> Sweeping.sweep(world, SETTINGS, SweepPlan.part(from, 1)));
    }

    private static Set<NodeKey> keys(Topology topology) {
        return topology.nodes().stream().map(FabricNode::key).collect(Collectors.toSet());
    }

    private static Set<NodeKey> within(Map<NodeKey, Integer> distances, int hops) {
        Set<NodeKey> within = new HashSet<>();
        distances.forEach(
                (key, distance) -> {
                    if (distance <= hops) {
                        within.add(key);
                    }
                });
        return within;
    }

    /** The links of the nodes that lie nearer than the limit. */
    private static List<FabricLink> links(
            Topology truth, Map<NodeKey, Integer> distances, int hops) {
        return truth.links().stream()
                .filter(
                        link ->
                                distances.getOrDefault(link.first().node(), Integer.MAX_VALUE)
                                                < hops
                                        || distances.getOrDefault(
                                                        link.second().node(), Integer.MAX_VALUE)
                                                < hops)
                .toList();
    }

    /** Breadth first over the cables of the file, whatever the nodes can forward. */
    private static Map<NodeKey, Integer> distances(Topology truth, NodeKey from) {
        Map<NodeKey, Collection<NodeKey>> neighbours = new HashMap<>();
        for (FabricLink link : truth.links()) {
            NodeKey one = link.first().node();
            NodeKey other = link.second().node();
            neighbours.computeIfAbsent(one, key -> new HashSet<>()).add(other);
            neighbours.computeIfAbsent(other, key -> new HashSet<>()).add(one);
        }
        Map<NodeKey, Integer> distances = new HashMap<>(Map.of(from, 0));
        ArrayDeque<NodeKey> next = new ArrayDeque<>(List.of(from));
        for (NodeKey key = next.poll(); key != null; key = next.poll()) {
            int further = distances.getOrDefault(key, 0) + 1;
            for (NodeKey neighbour : neighbours.getOrDefault(key, Set.of())) {
                if (distances.putIfAbsent(neighbour, further) == null) {
                    next.add(neighbour);
                }
            }
        }
        return distances;
    }
}
