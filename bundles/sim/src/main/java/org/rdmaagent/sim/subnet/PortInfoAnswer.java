// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.PortInfo;

/** PortInfo and Mellanox's extension, as the port of a graph tells them. */
public final class PortInfoAnswer {
    private static final int LEGACY_SPEEDS = 0x7;
    private static final int MTU_4096 = 5;
    private static final int MTU_256 = 1;
    // Traps, SL mapping, system image GUID, client reregistration, ...: what ConnectX-3 and
    // SwitchX show, without the bit of extended speeds.
    private static final int CA_CAPABILITIES = 0x02510868;
    private static final int SWITCH_CAPABILITIES = 0x42500848;

    private final FabricGraph graph;

    /** Answers from a graph. */
    public PortInfoAnswer(FabricGraph graph) {
        this.graph = graph;
    }

    /**
     * PortInfo of a port as it is now.
     *
     * @param port the port, a number of the graph
     * @param cameInAt what the node calls the port that the question came in at
     */
    public PortInfo portInfo(int port, int cameInAt) {
        int node = graph.nodeOf(port);
        FabricPort told = graph.listed(port);
        boolean management = managementPort(port);
        boolean up = management || graph.linked(port);
        LinkWidth width = up && !management ? graph.width(port) : LinkWidth.W4X;
        LinkSpeed speed = up && !management ? graph.speed(port) : LinkSpeed.SDR;
        int speeds = supported(told, node, up && !management ? speed : null);
        // A speed that nobody told is told to nobody.
        boolean known = !up || management || graph.toldSpeed(port) != null;
        return new PortInfo(
                told == null ? 0 : told.lid().value(),
                smLid(port, told),
                capabilities(node, port),
                cameInAt,
                widths(told, width),
                widths(told, width),
                width.code(),
                speeds & LEGACY_SPEEDS,
                speeds & LEGACY_SPEEDS,
                known ? legacy(speed) : 0,
                state(port).code(),
                physicalState(port).code(),
                told == null ? 0 : told.lmc(),
                up ? mtu(told) : MTU_256,
                MTU_4096,
                known ? extended(speed.code()) : 0,
                extended(speeds),
                extended(speeds),
                speed == LinkSpeed.XDR ? 1 : 0,
                (speeds & LinkSpeed.XDR.code()) != 0 ? 1 : 0);
    }

    /** Tells FDR10, which PortInfo shows as QDR. */
    MlnxExtPortInfo extension(int port) {
        boolean active = graph.linked(port) && graph.speed(port) == LinkSpeed.FDR10;
        boolean supported = fdr10(graph.nodeOf(port));
        int mask = supported ? MlnxExtPortInfo.FDR10 : 0;
        return new MlnxExtPortInfo(mask, mask, active ? MlnxExtPortInfo.FDR10 : 0);
    }

    /** Whether some port of the node runs FDR10, or can. */
    boolean fdr10(int node) {
        return (graph.speeds(node) & LinkSpeed.FDR10.code()) != 0;
    }

    /** The logical state now. */
    public PortState state(int port) {
        FabricPort told = graph.listed(port);
        if (managementPort(port) || graph.linked(port)) {
            return told == null ? PortState.ACTIVE : told.state();
        }
        return PortState.DOWN;
    }

    /** The physical state now. */
    public PortPhysicalState physicalState(int port) {
        FabricPort told = graph.listed(port);
        if (managementPort(port) || graph.linked(port)) {
            return told == null ? PortPhysicalState.LINK_UP : told.physicalState();
        }
        boolean disabled = told != null && told.physicalState() == PortPhysicalState.DISABLED;
        return disabled ? PortPhysicalState.DISABLED : PortPhysicalState.POLLING;
    }

    /** Whether packets pass through the cable of this port. */
    boolean passes(int port) {
        return graph.linked(port)
                && physicalState(port) == PortPhysicalState.LINK_UP
                && physicalState(graph.peer(port)) == PortPhysicalState.LINK_UP;
    }

    private boolean managementPort(int port) {
        return graph.numberAtNode(port) == 0;
    }

    /** The external ports of a switch leave the mask to port 0 (IBTA volume 1, PortInfo). */
    private int capabilities(int node, int port) {
        boolean isSwitch = graph.node(node).type() == NodeType.SWITCH;
        if (isSwitch && !managementPort(port)) {
            return 0;
        }
        boolean extended = graph.speeds(node) >= LinkSpeed.FDR.code();
        return (isSwitch ? SWITCH_CAPABILITIES : CA_CAPABILITIES)
                | (extended ? PortInfo.CAP_EXTENDED_SPEEDS : 0);
    }

    private int smLid(int port, @Nullable FabricPort told) {
        boolean external =
                graph.node(graph.nodeOf(port)).type() == NodeType.SWITCH && !managementPort(port);
        if (told == null || external) {
            return 0;
        }
        return told.smLid().value() != 0 ? told.smLid().value() : graph.lowestLid();
    }

    private int supported(@Nullable FabricPort told, int node, @Nullable LinkSpeed speed) {
        if (told != null && told.speedsSupported() != 0) {
            return told.speedsSupported();
        }
        return speed == null ? graph.speeds(node) : FabricGraph.upTo(speed);
    }

    private static int widths(@Nullable FabricPort told, LinkWidth width) {
        if (told != null && told.widthSupported() != 0) {
            return told.widthSupported();
        }
        // Two lanes mean a port that was split for a cable with two tails; it has no four.
        int usual = width == LinkWidth.W2X ? 0 : LinkWidth.W4X.code();
        return LinkWidth.W1X.code() | usual | width.code();
    }

    /** Faster links show the fastest of the old speeds here. */
    private static int legacy(LinkSpeed speed) {
        return Math.min(speed.code(), LinkSpeed.QDR.code());
    }

    private static int extended(int speeds) {
        return speeds >> 4 & 0xf;
    }

    private static int mtu(@Nullable FabricPort told) {
        int bytes = told == null ? 0 : told.mtuBytes();
        return bytes < 256 ? MTU_4096 : 31 - Integer.numberOfLeadingZeros(bytes) - 7;
    }
}
