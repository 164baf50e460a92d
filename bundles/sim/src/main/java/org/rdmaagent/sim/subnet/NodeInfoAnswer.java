// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.mad.NodeInfo;

/** NodeInfo, as the nodes of a graph tell it. */
public final class NodeInfoAnswer {
    private static final int PARTITION_CAP = 128;

    private final FabricGraph graph;

    /** Answers from a graph. */
    public NodeInfoAnswer(FabricGraph graph) {
        this.graph = graph;
    }

    /**
     * NodeInfo of the node of a port.
     *
     * @param port the one that the question came in at, a number of the graph
     */
    public NodeInfo nodeInfo(int port) {
        FabricNode node = graph.node(graph.nodeOf(port));
        return new NodeInfo(
                node.type().code(),
                graph.highestPort(graph.nodeOf(port)),
                node.systemImageGuid(),
                node.guid(),
                graph.portGuid(port),
                PARTITION_CAP,
                node.deviceId(),
                node.revision(),
                graph.numberAtNode(port),
                node.vendorId());
    }
}
