// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.mad.SwitchInfo;

/** What a node answers about itself (IBTA volume 1, section 14.2.5). Read only. */
final class SubnetManagementAgent {
    /** The agent has no time; ask again (a bit of its own, IBTA volume 1, section 13.4.7). */
    static final int BUSY = 0x0001;

    /** The method is none that subnet management knows. */
    static final int UNSUPPORTED_METHOD = 0x0008;

    /** This method does not go with this attribute. */
    static final int UNSUPPORTED_ATTRIBUTE = 0x000c;

    /** A value in the attribute or its modifier is not valid. */
    static final int INVALID_VALUE = 0x001c;

    private static final int GET = DirectedRouteSmp.GET;
    private static final int SET = 0x02;
    // The bit that asks for more speeds in PortInfo; no part of the port's number.
    private static final int EXTENDED_SPEEDS_MODIFIER = 1 << 31;
    private static final int LINEAR_FDB_CAP = 0xbfff;
    private static final int MULTICAST_FDB_CAP = 0x3fff;

    /** Where the M_Key stands in an SMP. */
    static final int M_KEY = 24;

    private final FabricGraph graph;
    private final NodeInfoAnswer nodes;
    private final PortInfoAnswer ports;
    private final ManagementKeyTable keys;

    SubnetManagementAgent(FabricGraph graph, ManagementKeyTable keys) {
        this.graph = graph;
        this.keys = keys;
        this.nodes = new NodeInfoAnswer(graph);
        this.ports = new PortInfoAnswer(graph);
    }

    PortInfoAnswer ports() {
        return ports;
    }

    /** The node's number of the port that the question is about, or came in at. */
    int askedPort(int attribute, int modifier, int arrival) {
        boolean aboutPort =
                attribute == SmpAttribute.PORT_INFO.code()
                        || attribute == SmpAttribute.MLNX_EXT_PORT_INFO.code();
        int number = modifier & ~EXTENDED_SPEEDS_MODIFIER;
        boolean isSwitch = graph.node(graph.nodeOf(arrival)).type() == NodeType.SWITCH;
        // On a channel adapter 0 stands for the port that the question came in at.
        return aboutPort && (number != 0 || isSwitch) ? number : graph.numberAtNode(arrival);
    }

    /**
     * Whether the M_Keys let a question pass: that of the port where it came in (of a switch: of
     * port 0), and, where it is about another port of a channel adapter, that port's too.
     */
    boolean keyOpens(int method, int asked, int arrival, long key) {
        int node = graph.nodeOf(arrival);
        boolean isSwitch = graph.node(node).type() == NodeType.SWITCH;
        int gate = isSwitch ? graph.port(node, 0) : arrival;
        int subject = isSwitch ? gate : graph.port(node, asked);
        return keys.opens(gate, method, key)
                && (subject == gate
                        || subject == FabricGraph.NONE
                        || keys.opens(subject, method, key));
    }

    /**
     * Writes the attribute.
     *
     * @param arrival the port where the question came in, a number of the graph
     * @param out the answer, which still holds the question's header
     * @return the status; if it is not 0, nothing was written
     */
    int answer(int method, int attribute, int modifier, int arrival, ByteBuffer out, int offset) {
        if (method != GET) {
            return method == SET ? UNSUPPORTED_ATTRIBUTE : UNSUPPORTED_METHOD;
        }
        Optional<SmpAttribute> known = SmpAttribute.ofCode(attribute);
        if (known.isEmpty()) {
            return UNSUPPORTED_ATTRIBUTE;
        }
        FabricNode node = graph.node(graph.nodeOf(arrival));
        return switch (known.get()) {
            case NODE_DESCRIPTION ->
                    write(out, offset, new NodeDescription(node.description()).encode());
            case NODE_INFO -> write(out, offset, nodes.nodeInfo(arrival).encode());
            case SWITCH_INFO -> switchInfo(node, arrival, out, offset);
            case PORT_INFO, MLNX_EXT_PORT_INFO ->
                    portAttribute(known.get(), modifier, arrival, out, offset);
        };
    }

    private int switchInfo(FabricNode node, int arrival, ByteBuffer out, int offset) {
        if (node.type() != NodeType.SWITCH) {
            return UNSUPPORTED_ATTRIBUTE;
        }
        int top = node.port(0).map(FabricPort::lid).map(lid -> lid.value()).orElse(0);
        SwitchInfo info =
                new SwitchInfo(
                        LINEAR_FDB_CAP,
                        MULTICAST_FDB_CAP,
                        top,
                        graph.cables().changed(graph.nodeOf(arrival)),
                        node.enhancedPort0());
        return write(out, offset, info.encode());
    }

    private int portAttribute(
            SmpAttribute attribute, int modifier, int arrival, ByteBuffer out, int offset) {
        int node = graph.nodeOf(arrival);
        int port = graph.port(node, askedPort(attribute.code(), modifier, arrival));
        if (attribute == SmpAttribute.MLNX_EXT_PORT_INFO && !knowsExtension(node)) {
            return UNSUPPORTED_ATTRIBUTE;
        }
        if (port == FabricGraph.NONE) {
            return INVALID_VALUE;
        }
        if (attribute == SmpAttribute.MLNX_EXT_PORT_INFO) {
            return write(out, offset, ports.extension(port).encode());
        }
        int written =
                write(out, offset, ports.portInfo(port, graph.numberAtNode(arrival)).encode());
        keys.show(port, out.getLong(M_KEY), out, offset);
        return written;
    }

    /** SwitchX, Switch-IB, and the adapters from ConnectX-3 to ConnectX-5, by device number. */
    private boolean knowsExtension(int node) {
        int device = graph.node(node).deviceId();
        return ports.fdr10(node)
                || (device >= 0xc738 && device <= 0xc73b)
                || device == 0xcb20
                || device == 0xcf08
                || (device >= 0x1003 && device <= 0x1017);
    }

    private static int write(ByteBuffer out, int offset, byte[] data) {
        out.put(offset, data);
        return 0;
    }
}
