// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/**
 * This host (port 1 of 2) at port 1 of a 36-port FDR switch; a second host with two ports at ports
 * 2 and 3; a cable from port 5 to port 6 of the switch; an FDR10 cable from port 7 to a QDR switch.
 */
final class SmallFabric {
    static final NodeKey HERE = NodeKey.of(new Guid(0x0002_c903_0000_1000L));
    static final NodeKey OTHER = NodeKey.of(new Guid(0x0002_c903_0000_2000L));
    static final NodeKey NEAR = NodeKey.of(new Guid(0x0002_c903_0000_3000L));
    static final NodeKey FAR = NodeKey.of(new Guid(0x0002_c903_0000_4000L));
    static final DirectedRoute TO_NEAR = DirectedRoute.of(1);
    static final DirectedRoute TO_OTHER = DirectedRoute.of(1, 2);
    static final DirectedRoute TO_FAR = DirectedRoute.of(1, 7);

    private SmallFabric() {}

    static Topology topology() {
        FabricBuilder builder = new FabricBuilder("small");
        builder.node(NEAR.guid(), NodeType.SWITCH, "near", 36, 0xc738, LinkSpeed.FDR);
        builder.node(FAR.guid(), NodeType.SWITCH, "far", 36, 0xbd36, LinkSpeed.QDR);
        builder.node(HERE.guid(), NodeType.CA, "here mlx4_0", 2, 0x1003, LinkSpeed.FDR);
        builder.hdrHost(OTHER.guid(), "other \"é\" #1", 2);
        fdr(builder, HERE, 1, 1);
        fdr(builder, OTHER, 1, 2);
        fdr(builder, OTHER, 2, 3);
        fdr(builder, NEAR, 5, 6);
        builder.cable(NEAR, 7, FAR, 9, LinkWidth.W4X, LinkSpeed.FDR10);
        return builder.build(HERE, 1);
    }

    private static void fdr(FabricBuilder builder, NodeKey node, int port, int nearPort) {
        builder.cable(node, port, NEAR, nearPort, LinkWidth.W4X, LinkSpeed.FDR);
    }

    static SimulatedWorld world() {
        return world(settings());
    }

    static SimulatedWorld world(SimulationSettings settings) {
        return SimulatedWorld.of(topology(), settings);
    }

    static SimulationSettings settings() {
        return SimulationSettings.defaults().virtualClock(true);
    }
}
