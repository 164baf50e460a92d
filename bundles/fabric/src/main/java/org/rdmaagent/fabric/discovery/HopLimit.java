// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.DirectedRoute;

/**
 * How far the nodes of a scan are from the first one, in links, by the shortest way. The way that a
 * node was found by counts as well: it is one, even where the library lost the link.
 */
final class HopLimit {
    private final OptionalInt hops;
    private final Map<DirectedRoute, FoundNode> byRoute = new HashMap<>();
    private final Map<FoundNode, Integer> distances = new HashMap<>();

    /**
     * Measures.
     *
     * @param nodes the one to begin at first
     * @param hops how far to go; empty for no limit
     */
    HopLimit(List<FoundNode> nodes, OptionalInt hops) {
        this.hops = hops;
        nodes.forEach(node -> byRoute.putIfAbsent(node.route, node));
        ArrayDeque<FoundNode> next = new ArrayDeque<>();
        distances.put(nodes.get(0), 0);
        for (FoundNode node = nodes.get(0); node != null; node = next.poll()) {
            int further = distances.getOrDefault(node, 0) + 1;
            node.knownPorts().stream()
                    .map(this::beyond)
                    .filter(far -> far != null && distances.putIfAbsent(far, further) == null)
                    .forEach(next::add);
        }
    }

    /** The node that was found by the way through this port, whatever the library says of it. */
    @Nullable FoundNode foundThrough(FoundPort port) {
        boolean forwards = port.node.isSwitch() && port.number > 0;
        boolean roomLeft = port.node.route.hops() < DirectedRoute.MAX_HOPS;
        return forwards && roomLeft ? byRoute.get(port.node.route.then(port.number)) : null;
    }

    private @Nullable FoundNode beyond(FoundPort port) {
        FoundPort peer = port.peer;
        return peer == null ? foundThrough(port) : peer.node;
    }

    /** Whether a node belongs to the result. */
    boolean within(FoundNode node) {
        Integer distance = distances.get(node);
        return hops.isEmpty() || (distance != null && distance <= hops.getAsInt());
    }

    /** Whether the nodes behind the links of a node belong to the result, too. */
    boolean leadsOn(FoundNode node) {
        Integer distance = distances.get(node);
        return hops.isEmpty() || (distance != null && distance < hops.getAsInt());
    }
}
