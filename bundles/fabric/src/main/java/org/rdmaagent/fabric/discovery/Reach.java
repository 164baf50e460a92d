// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * How far a sweep goes: to the nodes at most so many links away from its start, by the shortest
 * way. A node may be found on a detour first, so its distance is corrected whenever a link is
 * found; no distance is ever too small, unless a link is withdrawn later.
 */
final class Reach {
    /** More than any distance, and half of what an int holds. */
    static final int FAR = Integer.MAX_VALUE / 2;

    private final int hops;

    Reach(OptionalInt hops) {
        this.hops = hops.orElse(FAR);
    }

    boolean limited() {
        return hops < FAR;
    }

    /** Whether the links of a node lead to nodes that belong to the result. */
    boolean crossable(FoundNode node) {
        return !limited() || node.distance < hops;
    }

    /**
     * Notes a link.
     *
     * @return the nodes that have come nearer by it
     */
    List<FoundNode> linked(FoundNode one, FoundNode other) {
        if (!limited()) {
            return List.of();
        }
        List<FoundNode> nearer = new ArrayList<>();
        ArrayDeque<FoundNode> changed = new ArrayDeque<>(List.of(one, other));
        for (FoundNode node = changed.poll(); node != null; node = changed.poll()) {
            int next = node.distance + 1;
            neighbours(node).stream()
                    .filter(neighbour -> neighbour.distance > next)
                    .forEach(
                            neighbour -> {
                                neighbour.distance = next;
                                nearer.add(neighbour);
                                changed.add(neighbour);
                            });
        }
        return nearer;
    }

    /** Those of the nodes that lie within reach by the links that there are in the end. */
    List<FoundNode> within(List<FoundNode> nodes, FoundNode start) {
        if (!limited()) {
            return nodes;
        }
        nodes.forEach(node -> node.distance = FAR);
        start.distance = 0;
        linked(start, start);
        return nodes.stream().filter(node -> node.distance <= hops).toList();
    }

    private static List<FoundNode> neighbours(FoundNode node) {
        List<FoundNode> neighbours = new ArrayList<>();
        node.knownPorts()
                .forEach(
                        port -> {
                            FoundPort peer = port.peer;
                            if (peer != null) {
                                neighbours.add(peer.node);
                            }
                        });
        return neighbours;
    }
}
