// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.IbPortid;
import org.rdmaagent.jna.layout.IbndFabric;
import org.rdmaagent.jna.layout.IbndNode;
import org.rdmaagent.jna.layout.IbndPort;

/**
 * Reads the structs that the library returned. Checks on the way whatever a struct says twice: a
 * library of another layout is told from a known one before its bytes pass for answers.
 */
final class FabricWalk {
    private static final int NODE_BYTES = IbndNode.PORTS.offset() + IbndNode.PORTS.size();
    private static final int NODE_INFO_GUID = 12; // IBTA volume 1, section 14.2.5.3
    private static final int MAX_PORT = 255;
    private static final int MAX_HOPS = 63;

    private final Pointer fabric;
    private final List<Pointer> nodes = new ArrayList<>();
    private final Map<Pointer, Integer> places = new HashMap<>();
    private int portsOffset;

    /**
     * @param fabric {@code ibnd_fabric_t}
     */
    FabricWalk(Pointer fabric) {
        this.fabric = fabric;
    }

    void writeTo(ScanWriter out) throws IOException, UnknownLayoutException {
        ByteBuffer struct = struct(fabric, IbndFabric.SIZE);
        list(fabric.getPointer(IbndFabric.FROM_NODE.offset()));
        out.fabric(
                nodes.size(),
                IbndFabric.FROM_PORTNUM.integer(struct),
                IbndFabric.TOTAL_MADS_USED.integer(struct),
                IbndFabric.MAXHOPS_DISCOVERED.integer(struct));
        for (Pointer node : nodes) {
            write(node, out);
        }
    }

    /** The library puts each new node before the others: reversed, they are in its order. */
    private void list(@Nullable Pointer from) throws UnknownLayoutException {
        Pointer node = fabric.getPointer(IbndFabric.NODES.offset());
        while (node != null) {
            if (nodes.size() == ScanFormat.MAX_NODES) {
                throw new UnknownLayoutException("the list of nodes does not end");
            }
            nodes.add(node);
            node = node.getPointer(IbndNode.NEXT.offset());
        }
        if (nodes.isEmpty()) {
            return;
        }
        Collections.reverse(nodes);
        if (from == null || !nodes.remove(from)) {
            throw new UnknownLayoutException("from_node is none of the nodes");
        }
        nodes.add(0, from);
        for (int place = 0; place < nodes.size(); place++) {
            places.put(nodes.get(place), place);
        }
        portsOffset = portsOffset(from);
    }

    /** Before rdma-core 43 a pointer lay where there is now the end of a text, zeros. */
    private static int portsOffset(Pointer node) {
        return node.getLong(IbndNode.OLD_PORTS_OFFSET) != 0
                ? IbndNode.OLD_PORTS_OFFSET
                : IbndNode.PORTS.offset();
    }

    private void write(Pointer node, ScanWriter out) throws IOException, UnknownLayoutException {
        ByteBuffer struct = struct(node, NODE_BYTES);
        byte[] info = IbndNode.INFO.bytes(struct);
        int ports = IbndNode.NUMPORTS.integer(struct);
        if (ByteBuffer.wrap(info).getLong(NODE_INFO_GUID) != IbndNode.GUID.unsigned(struct)
                || ports < 0
                || ports > MAX_PORT
                || portsOffset(node) != portsOffset) {
            throw new UnknownLayoutException("a node contradicts its NodeInfo");
        }
        Pointer table = node.getPointer(portsOffset);
        if (table == null) {
            throw new UnknownLayoutException("a node has no table of ports");
        }
        List<Pointer> known = new ArrayList<>();
        for (Pointer port : table.getPointerArray(0, ports + 1)) {
            if (port != null) {
                known.add(port);
            }
        }
        out.node(
                route(struct),
                info,
                IbndNode.NODEDESC.bytes(struct),
                IbndNode.SWITCHINFO.bytes(struct),
                known.size());
        for (Pointer port : known) {
            writePort(node, port, out);
        }
    }

    private static byte[] route(ByteBuffer node) throws UnknownLayoutException {
        ByteBuffer path = node.slice(IbndNode.PATH_PORTID.offset(), IbndNode.PATH_PORTID.size());
        path.order(ByteOrder.nativeOrder());
        int hops = IbPortid.DRPATH_CNT.integer(path);
        if (hops < 0 || hops > MAX_HOPS) {
            throw new UnknownLayoutException("a route has " + hops + " hops");
        }
        byte[] route = new byte[hops];
        path.get(IbPortid.DRPATH_P.offset() + 1, route); // the first byte is not a hop
        return route;
    }

    private void writePort(Pointer node, Pointer port, ScanWriter out)
            throws IOException, UnknownLayoutException {
        ByteBuffer struct = struct(port, IbndPort.SIZE);
        int number = IbndPort.PORTNUM.integer(struct);
        if (!node.equals(port.getPointer(IbndPort.NODE.offset()))
                || number < 0
                || number > MAX_PORT) {
            throw new UnknownLayoutException("a port is not of its node");
        }
        int peerNode = -1;
        int peerPort = -1;
        Pointer peer = port.getPointer(IbndPort.REMOTEPORT.offset());
        if (peer != null) {
            peerNode = places.getOrDefault(peer.getPointer(IbndPort.NODE.offset()), -1);
            peerPort = peer.getInt(IbndPort.PORTNUM.offset());
            if (peerNode < 0 || peerPort < 0 || peerPort > MAX_PORT) {
                throw new UnknownLayoutException("a cable ends at no node");
            }
        }
        out.port(
                number,
                IbndPort.GUID.unsigned(struct),
                IbndPort.INFO.bytes(struct),
                IbndPort.EXT_INFO.bytes(struct),
                peerNode,
                peerPort);
    }

    private static ByteBuffer struct(Pointer at, int bytes) {
        return ByteBuffer.wrap(at.getByteArray(0, bytes)).order(ByteOrder.nativeOrder());
    }
}
