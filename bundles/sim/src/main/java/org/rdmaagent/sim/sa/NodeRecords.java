// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.sa;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeRecord;
import org.rdmaagent.sim.subnet.FabricGraph;
import org.rdmaagent.sim.subnet.NodeInfoAnswer;

/** The NodeRecords of a fabric: one for each port that has a LID. Never changes. */
final class NodeRecords {
    private final List<NodeRecord> records = new ArrayList<>();

    NodeRecords(FabricGraph graph) {
        NodeInfoAnswer answer = new NodeInfoAnswer(graph);
        for (int node = 0; node < graph.nodeCount(); node++) {
            NodeDescription name = new NodeDescription(graph.node(node).description());
            for (int number = 0; number <= graph.highestPort(node); number++) {
                int port = graph.port(node, number);
                FabricPort told = graph.listed(port);
                if (told != null && told.lid().isUnicast()) {
                    records.add(new NodeRecord(told.lid().value(), answer.nodeInfo(port), name));
                }
            }
        }
    }

    /** Those with the LID and the port GUID of a record, if the mask has their bits. */
    List<NodeRecord> find(NodeRecord wanted, long mask) {
        return records.stream()
                .filter(record -> (mask & NodeRecord.MASK_LID) == 0 || record.lid() == wanted.lid())
                .filter(
                        record ->
                                (mask & NodeRecord.MASK_PORT_GUID) == 0
                                        || record.info()
                                                .portGuid()
                                                .equals(wanted.info().portGuid()))
                .toList();
    }
}
