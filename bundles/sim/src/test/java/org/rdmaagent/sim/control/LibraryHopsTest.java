// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.ScannedFabric;

/** How far the simulated libibnetdisc goes, by breadth-first search over the topology. */
class LibraryHopsTest {
    private static final int WITHIN = 4;

    private final Topology topology = Dragonflies.of(9, 4, 4, 2, 5);
    private final SimulatedWorld world = SimulatedWorld.of(topology, SmallFabric.settings());
    private final LibraryCaller caller = new LibraryCaller(world);
    private final Map<NodeKey, FabricNode> nodes = new HashMap<>();
    private final Map<NodeKey, Map<Integer, NodeKey>> cables = new HashMap<>();

    LibraryHopsTest() {
        topology.nodes().forEach(node -> nodes.put(node.key(), node));
        for (FabricLink link : topology.links()) {
            lay(link.first(), link.second());
            lay(link.second(), link.first());
        }
    }

    private void lay(LinkEnd from, LinkEnd to) {
        cables.computeIfAbsent(from.node(), key -> new TreeMap<>()).put(from.port(), to.node());
    }

    /** The shortest routes from a node; channel adapters end them. */
    private Map<NodeKey, DirectedRoute> routes(NodeKey from) {
        Map<NodeKey, DirectedRoute> routes = new HashMap<>();
        ArrayDeque<NodeKey> open = new ArrayDeque<>(List.of(from));
        routes.put(from, DirectedRoute.LOCAL);
        while (!open.isEmpty()) {
            NodeKey at = open.remove();
            if (!at.equals(from) && !isSwitch(at)) {
                continue;
            }
            DirectedRoute route = Objects.requireNonNull(routes.get(at));
            cables.getOrDefault(at, Map.of())
                    .forEach(
                            (port, to) -> {
                                if (routes.putIfAbsent(to, route.then(port)) == null) {
                                    open.add(to);
                                }
                            });
        }
        return routes;
    }

    private boolean isSwitch(NodeKey key) {
        FabricNode node = nodes.get(key);
        return node != null && node.type() == NodeType.SWITCH;
    }

    private NodeKey here() {
        return topology.origin().orElseThrow();
    }

    private static Set<Guid> within(Map<NodeKey, DirectedRoute> routes, int hops) {
        return routes.entrySet().stream()
                .filter(route -> route.getValue().hops() <= hops)
                .map(route -> route.getKey().guid())
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, WITHIN})
    void fromASwitchAllNodesWithinTheHopsAreThereAndAtMostOneBeyond(int hops) {
        Map<NodeKey, DirectedRoute> ours = routes(here());
        ours.forEach(
                (key, route) -> {
                    if (isSwitch(key) || key.equals(here())) {
                        Set<Guid> brought = LibraryCaller.guids(caller.scan(route, hops));
                        Map<NodeKey, DirectedRoute> theirs = routes(key);
                        Set<Guid> expected = within(theirs, hops);
                        assertTrue(brought.containsAll(expected), () -> route + " misses some");
                        brought.removeAll(expected);
                        assertTrue(brought.size() <= 1, () -> route + ": beyond: " + brought);
                        assertTrue(within(theirs, hops + 1).containsAll(brought), route::toString);
                    }
                });
    }

    @Test
    void withoutALimitEverythingIsThere() {
        List<DirectedRoute> routes = List.copyOf(routes(here()).values());
        // Every seventh will do; the adapters beside this host are added.
        for (int index = 0; index < routes.size(); index++) {
            DirectedRoute route = routes.get(index);
            if (index % 7 == 0 || besideUs(route)) {
                int expected = topology.nodes().size() - (besideUs(route) ? 1 : 0);
                assertEquals(expected, caller.scan(route, 0).nodes().size(), route::toString);
            }
        }
    }

    /** The real library, too, misses this host when it begins at a channel adapter beside it. */
    private boolean besideUs(DirectedRoute route) {
        return route.hops() == 2 && route.port(1) > 1 && route.port(1) <= 4;
    }

    @Test
    void fromAChannelAdapterTheWayBackIsNotFollowed() {
        ScannedFabric fabric = caller.scan(DirectedRoute.of(1, 2), 2);
        assertFalse(LibraryCaller.guids(fabric).contains(here().guid()));
        DirectedRoute back = routes(fabricOrigin(fabric)).get(here());
        assertEquals(2, Objects.requireNonNull(back).hops());
    }

    private static NodeKey fabricOrigin(ScannedFabric fabric) {
        return NodeKey.of(LibraryCaller.guid(fabric.nodes().get(0)));
    }
}
