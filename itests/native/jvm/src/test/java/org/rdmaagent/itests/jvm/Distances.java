// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.Topology;

/** How many links lie between nodes, by the cables of a file. */
final class Distances {
    private final Map<Guid, Set<Guid>> neighbours;

    Distances(Topology topology) {
        neighbours =
                topology.nodes().stream()
                        .collect(Collectors.toMap(FabricNode::guid, node -> new TreeSet<>()));
        topology.links()
                .forEach(
                        link -> {
                            Guid one = link.first().node().guid();
                            Guid other = link.second().node().guid();
                            neighbours.getOrDefault(one, Set.of()).add(other);
                            neighbours.getOrDefault(other, Set.of()).add(one);
                        });
    }

    /** The nodes at most so many links away. */
    Set<Guid> within(Guid from, int hops) {
        Map<Guid, Integer> reached = new HashMap<>(Map.of(from, 0));
        ArrayDeque<Guid> next = new ArrayDeque<>(reached.keySet());
        for (Guid node = next.poll(); node != null; node = next.poll()) {
            int distance = reached.getOrDefault(node, 0) + 1;
            for (Guid neighbour : neighbours.getOrDefault(node, Set.of())) {
                if (distance <= hops && reached.putIfAbsent(neighbour, distance) == null) {
                    next.add(neighbour);
                }
            }
        }
        return new TreeSet<>(reached.keySet());
    }

    /** The nodes of a topology, to be compared with {@link #within}. */
    static Set<Guid> guids(Collection<FabricNode> nodes) {
        return nodes.stream().map(FabricNode::guid).collect(Collectors.toCollection(TreeSet::new));
    }
}
