// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Gid;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.subnet.FabricGraph;

/** The ports of a fabric's hosts. */
final class OtherHosts {
    private static final long LINK_LOCAL = 0xfe80_0000_0000_0000L;

    private OtherHosts() {}

    /** The GIDs of those that have a cable, but for this host's. */
    static List<Gid> gids(Topology topology, FabricGraph graph, int home) {
        List<Gid> gids = new ArrayList<>();
        for (FabricNode told : topology.nodes()) {
            int node = graph.nodeNumber(told.key());
            if (told.type() == NodeType.CA && node != home) {
                for (int number = 1; number <= graph.highestPort(node); number++) {
                    int port = graph.port(node, number);
                    if (graph.linked(port)) {
                        gids.add(new Gid(LINK_LOCAL, graph.portGuid(port).value()));
                    }
                }
            }
        }
        return gids;
    }
}
