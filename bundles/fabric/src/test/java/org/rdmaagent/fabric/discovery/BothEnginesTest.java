// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.EngineComparison;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.Dragonflies;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;

/** The same questions to both engines, over the service; the file is the truth. */
class BothEnginesTest {
    private static final SimulationSettings QUICK = SimulationSettings.defaults().latencyNanos(0);
    private static final int STARTING_POINTS = 20;

    private final Topology truth = FatTrees.threeLevel(6, 4, 3, 3, 6);

    @ParameterizedTest
    @ValueSource(strings = {"java", "libibnetdisc"})
    void exactly_the_nodes_within_so_many_hops_are_found_however_the_start_is_named(String engine)
            throws Exception {
        assertEquals(195, truth.nodes().size());
        SplittableRandom random = new SplittableRandom(4);
        try (ServiceOnSim service = new ServiceOnSim(truth, QUICK)) {
            Topology whole = service.discover(DiscoveryRequest.WHOLE);
            for (int start = 0; start < STARTING_POINTS; start++) {
                FabricNode from = whole.nodes().get(random.nextInt(whole.nodes().size()));
                String address = address(from, start % 3);
                Map<NodeKey, Integer> distances = distances(from.key());
                for (int hops = 0; hops <= 4; hops++) {
                    String what = engine + " from " + address + " within " + hops + " hops";
                    Topology part = service.discover(ServiceOnSim.part(address, hops).by(engine));
                    assertEquals(within(distances, hops), keys(part), what);
                    assertEquals(List.of(), part.failedPaths(), what);
                    assertEquals(from.key(), part.origin().orElseThrow(), what);
                    assertEquals(engine, part.source());
                    assertEquals(links(distances, hops), part.links(), what);
                }
            }
        }
    }

    @Test
    void both_see_the_same_of_whole_subnets() throws Exception {
        for (SimulatedWorld world :
                List.of(
                        SimulatedWorld.of(truth, QUICK),
                        SimulatedWorld.of(Dragonflies.of(4, 4, 3, 1, 7), QUICK),
                        SimulatedWorld.defaultWorld(QUICK))) {
            try (ServiceOnSim service = new ServiceOnSim(world)) {
                EngineComparison comparison =
                        ServiceOnSim.get(
                                service.fabric.compare(service.port, "java", "libibnetdisc"));
                assertEquals(List.of(), comparison.differences());
                assertEquals("java", comparison.first().source());
                assertEquals("libibnetdisc", comparison.second().source());
                assertEquals(comparison.second(), service.fabric.state(service.port).topology());
                Sweeping.assertSameSubnet(world.topology(), comparison.second());
                assertEquals(comparison.first().problems(), comparison.second().problems());
            }
        }
    }

    @Test
    void from_anywhere_without_a_limit_the_library_finds_the_whole_subnet() throws Exception {
        Topology small = FatTrees.twoLevel(3, 2, 2, 1);
        try (ServiceOnSim service = new ServiceOnSim(small, QUICK)) {
            for (FabricNode node : service.discover(DiscoveryRequest.WHOLE).nodes()) {
                DiscoveryRequest all =
                        new DiscoveryRequest(
                                NodeAddress.parse(node.guid().toString()),
                                OptionalInt.empty(),
                                Optional.of("libibnetdisc"),
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                false);
                Sweeping.assertSameSubnet(small, service.discover(all));
            }
        }
    }

    @Test
    void what_the_library_leaves_out_without_a_word_is_told() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(FatTrees.twoLevel(3, 2, 2, 1), QUICK)) {
            NodeKey leaf = Sweeping.named(service.world.topology(), "leaf2").key();
            service.world.faults().drop(leaf, 2, SmpAttribute.PORT_INFO);
            Topology found =
                    service.discover(DiscoveryRequest.WHOLE.by("libibnetdisc").patient(20, 1));
            assertTrue(
                    found.failedPaths().stream()
                            .anyMatch(
                                    path ->
                                            path.node().equals(leaf.guid())
                                                    && path.port() == 2
                                                    && path.attribute().equals("PortInfo")),
                    found.failedPaths().toString());
            service.world.faults().clear();
            EngineComparison comparison =
                    ServiceOnSim.get(service.fabric.compare(service.port, "libibnetdisc", "java"));
            assertEquals(List.of(), comparison.differences());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SmpAttribute.class,
            names = {"PORT_INFO", "SWITCH_INFO", "NODE_DESCRIPTION", "NODE_INFO"})
    void silence_is_the_same_problem_by_either_engine(SmpAttribute attribute) throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(FatTrees.twoLevel(3, 1, 2, 1), QUICK)) {
            NodeKey leaf = Sweeping.named(service.world.topology(), "leaf2").key();
            int port = attribute == SmpAttribute.PORT_INFO ? 2 : -1;
            service.world.faults().drop(leaf, port, attribute);
            DiscoveryRequest patient = DiscoveryRequest.WHOLE.patient(20, 1);
            FabricProblem ours = silence(service.discover(patient.by("java")));
            FabricProblem theirs = silence(service.discover(patient.by("libibnetdisc")));
            assertEquals(ours.subject(), theirs.subject());
            assertTrue(theirs.text().startsWith(ours.text()), ours + " and " + theirs);
            assertTrue(theirs.text().contains("the library gives no reason"), theirs.text());
        }
    }

    private static FabricProblem silence(Topology found) {
        assertFalse(found.complete());
        assertEquals(List.of("silence"), Sweeping.problemKinds(found));
        return found.problems().get(0);
    }

    private static String address(FabricNode node, int form) {
        if (form == 0) {
            return node.route().toString();
        }
        if (form == 1) {
            return node.guid().toString();
        }
        for (FabricPort port : node.ports()) {
            if (port.lid().isUnicast()) {
                return port.lid().toString();
            }
        }
        throw new AssertionError(node.description() + " has no LID");
    }

    private static Set<NodeKey> keys(Topology topology) {
        return topology.nodes().stream().map(FabricNode::key).collect(Collectors.toSet());
    }

    private static Set<NodeKey> within(Map<NodeKey, Integer> distances, int hops) {
        return distances.entrySet().stream()
                .filter(entry -> entry.getValue() <= hops)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** The links of the nodes that lie nearer than the limit. */
    private List<FabricLink> links(Map<NodeKey, Integer> distances, int hops) {
        Set<NodeKey> nearer = within(distances, hops - 1);
        return truth.links().stream()
                .filter(
                        link ->
                                nearer.contains(link.first().node())
                                        || nearer.contains(link.second().node()))
                .toList();
    }

    /** Breadth first over the cables of the file. */
    private Map<NodeKey, Integer> distances(NodeKey from) {
        Map<NodeKey, Set<NodeKey>> neighbours = new HashMap<>();
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
