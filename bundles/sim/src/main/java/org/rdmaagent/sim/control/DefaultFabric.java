// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.List;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/**
 * The fabric that is there without a topology file: 8 leaves, 4 spines, 64 hosts, two cables a
 * trunk, 4xHDR. This host has a ConnectX-3 with a port on leaf 1 and one on leaf 2, at 4xFDR: more
 * it cannot. The second cable between leaf 3 and spine 2 came up with one lane of four.
 */
final class DefaultFabric {
    private static final int LEAVES = 8;
    private static final int SPINES = 4;
    private static final int HOSTS_PER_LEAF = 8;
    private static final int TRUNK = 2;
    private static final int UPLINKS = SPINES * TRUNK;
    private static final int SPARE_LEAF_PORT = HOSTS_PER_LEAF + UPLINKS + 1;
    private static final int DEGRADED_LEAF = 3;
    private static final int DEGRADED_LEAF_PORT = HOSTS_PER_LEAF + 4;
    private static final int CONNECTX_3 = 0x1003;

    private DefaultFabric() {}

    static Topology topology() {
        FabricPlan plan = new FabricPlan("default simulated world");
        List<NodeKey> spines = plan.switches("spine", SPINES, LEAVES * TRUNK);
        List<NodeKey> leaves = plan.switches("leaf", LEAVES, SPARE_LEAF_PORT);
        plan.trunks(leaves, spines, HOSTS_PER_LEAF, TRUNK);
        thisHost(plan, leaves.get(0), leaves.get(1));
        plan.hosts(leaves.get(0), 2, HOSTS_PER_LEAF);
        for (NodeKey leaf : leaves.subList(1, LEAVES)) {
            plan.hosts(leaf, 1, HOSTS_PER_LEAF);
        }
        NodeKey degraded = leaves.get(DEGRADED_LEAF - 1);
        plan.builder().trained(degraded, DEGRADED_LEAF_PORT, LinkWidth.W1X, LinkSpeed.HDR);
        return plan.build();
    }

    private static void thisHost(FabricPlan plan, NodeKey leaf1, NodeKey leaf2) {
        Guid guid = plan.nextHostGuid();
        FabricBuilder builder = plan.builder();
        NodeKey host =
                builder.node(guid, NodeType.CA, "host1 mlx4_0", 2, CONNECTX_3, LinkSpeed.FDR);
        plan.host(host);
        builder.cable(host, 1, leaf1, 1, LinkWidth.W4X, LinkSpeed.FDR);
        builder.cable(host, 2, leaf2, SPARE_LEAF_PORT, LinkWidth.W4X, LinkSpeed.FDR);
    }
}
