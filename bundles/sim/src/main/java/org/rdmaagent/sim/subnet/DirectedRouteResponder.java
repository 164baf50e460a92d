// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.spi.MadAddress;

/**
 * Carries directed-route SMPs hop by hop (IBTA volume 1, section 14.2.2) and lets the node at the
 * end answer.
 */
final class DirectedRouteResponder implements MadResponder {
    private static final int METHOD = 3;
    private static final int STATUS = 4;
    private static final int HOP_POINTER = 6;
    private static final int HOP_COUNT = 7;
    private static final int ATTRIBUTE_ID = 16;
    private static final int MODIFIER = 20;
    private static final int DATA = 64;
    private static final int INITIAL_PATH = 128;
    private static final int RETURN_PATH = 192;
    private static final int DIRECTION = 0x8000;

    private final Subnet subnet;
    private final FabricGraph graph;
    private final SubnetManagementAgent agent;

    DirectedRouteResponder(Subnet subnet, FabricGraph graph, ManagementKeyTable keys) {
        this.subnet = subnet;
        this.graph = graph;
        this.agent = new SubnetManagementAgent(graph, keys);
    }

    @Override
    public @Nullable Answer answer(int localPort, MadAddress to, ByteBuffer question) {
        check(localPort, question);
        if ((question.get(METHOD) & 0x80) != 0) {
            return null; // An answer to nobody's question.
        }
        ByteBuffer reply = ByteBuffer.allocate(DirectedRouteSmp.SIZE);
        reply.put(0, question, 0, DirectedRouteSmp.SIZE);
        int port = walk(localPort, reply);
        if (port == FabricGraph.NONE) {
            return null;
        }
        return arrived(port, reply);
    }

    /** The node at the end turns the question into its answer; null if that never comes. */
    private @Nullable Answer arrived(int port, ByteBuffer smp) {
        int node = graph.nodeOf(port);
        int method = smp.get(METHOD);
        int attribute = Short.toUnsignedInt(smp.getShort(ATTRIBUTE_ID));
        int modifier = smp.getInt(MODIFIER);
        int asked = agent.askedPort(attribute, modifier, port);
        if (subnet.loses(node, asked, attribute)) {
            return null;
        }
        int hops = Byte.toUnsignedInt(smp.get(HOP_COUNT));
        long latency = subnet.latencyNanos(node, hops);
        if (latency == ServiceQueue.LOST) {
            return null;
        }
        int status = subnet.faultStatus(node, asked, attribute);
        if (status == 0) {
            long key = smp.getLong(SubnetManagementAgent.M_KEY);
            if (!agent.keyOpens(method, asked, port, key)) {
                return null;
            }
            status = agent.answer(method, attribute, modifier, port, smp, DATA);
        }
        smp.put(METHOD, (byte) DirectedRouteSmp.GET_RESPONSE);
        smp.putShort(STATUS, (short) (DIRECTION | status)).put(HOP_POINTER, (byte) 0);
        return new Answer(smp, latency);
    }

    /** What the kernel refuses to send (smi.c: the first hop must be the port itself). */
    private void check(int localPort, ByteBuffer question) {
        int hops = Byte.toUnsignedInt(question.get(HOP_COUNT));
        int number = graph.numberAtNode(localPort);
        boolean valid =
                hops <= DirectedRoute.MAX_HOPS
                        && (question.get(HOP_POINTER) == 0)
                        && (hops == 0 || question.get(INITIAL_PATH + 1) == (byte) number);
        if (!valid) {
            throw new RdmaException(
                    "umad_send",
                    Errno.of(22),
                    "port " + number,
                    "send a directed route of at most 63 hops with hop pointer 0 that begins with"
                            + " this port");
        }
    }

    /** Follows the initial path and writes the return path; the port where it arrives. */
    private int walk(int localPort, ByteBuffer smp) {
        int hops = Byte.toUnsignedInt(smp.get(HOP_COUNT));
        int at = localPort;
        for (int hop = 1; hop <= hops; hop++) {
            int node = graph.nodeOf(at);
            if (hop > 1 && graph.node(node).type() != NodeType.SWITCH) {
                return FabricGraph.NONE; // Channel adapters and routers do not forward.
            }
            int out = graph.port(node, Byte.toUnsignedInt(smp.get(INITIAL_PATH + hop)));
            if (out == FabricGraph.NONE || !agent.ports().passes(out) || subnet.cableLoses(out)) {
                return FabricGraph.NONE;
            }
            at = graph.peer(out);
            smp.put(RETURN_PATH + hop, (byte) graph.numberAtNode(at));
        }
        return at;
    }
}
