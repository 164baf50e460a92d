// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeInfo;

/** The nodes that a sweep has found, in that order, and by GUID. */
final class FoundNodes {
    private final List<FoundNode> inOrder = new ArrayList<>();
    private final Map<Guid, FoundNode> byGuid = new HashMap<>();

    /** Where a GUID has several nodes: all of them. */
    private final Map<Guid, List<FoundNode>> ambiguous = new HashMap<>();

    FoundNode create(NodeType type, NodeInfo info, DirectedRoute route) {
        Guid guid = info.nodeGuid();
        FoundNode first = byGuid.get(guid);
        int instance = first == null ? 0 : instances(guid).size();
        FoundNode node =
                new FoundNode(inOrder.size(), new NodeKey(guid, instance), type, info, route);
        inOrder.add(node);
        if (first == null) {
            byGuid.put(guid, node);
        } else {
            ambiguous.computeIfAbsent(guid, g -> new ArrayList<>(List.of(first))).add(node);
        }
        return node;
    }

    /** The nodes that have a GUID; more than one if it is a duplicate. */
    List<FoundNode> instances(Guid guid) {
        List<FoundNode> several = ambiguous.get(guid);
        if (several != null) {
            return Collections.unmodifiableList(several);
        }
        FoundNode only = byGuid.get(guid);
        return only == null ? List.of() : List.of(only);
    }

    List<FoundNode> inOrder() {
        return Collections.unmodifiableList(inOrder);
    }
}
