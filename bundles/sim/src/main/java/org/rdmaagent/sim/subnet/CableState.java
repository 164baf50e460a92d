// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.BitSet;

/**
 * Which cables of a graph are pulled, and which nodes saw one go down or come up. Guarded by the
 * subnet's lock.
 */
final class CableState {
    private final BitSet pulled = new BitSet();
    private final BitSet changed = new BitSet();

    /** Whether the cable of this port is pulled. */
    boolean pulled(int port) {
        return pulled.get(port);
    }

    /** Pulls the cable of this port, or plugs it in; nothing changes if it already is. */
    void pull(FabricGraph graph, int port, boolean down) {
        if (pulled.get(port) != down) {
            int peer = graph.peer(port);
            pulled.set(port, down);
            pulled.set(peer, down);
            changed.set(graph.nodeOf(port));
            changed.set(graph.nodeOf(peer));
        }
    }

    /** Plugs every cable in. */
    void plugAll(FabricGraph graph) {
        pulled.stream().forEach(port -> changed.set(graph.nodeOf(port)));
        pulled.clear();
    }

    /** Whether a cable of the node went down or came up since {@link #clearChanges}. */
    boolean changed(int node) {
        return changed.get(node);
    }

    /** As a subnet manager does when it has seen to the changes. */
    void clearChanges() {
        changed.clear();
    }
}
