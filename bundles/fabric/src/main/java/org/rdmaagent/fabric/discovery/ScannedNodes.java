// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SwitchInfo;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/** Reads the bytes that a scan brought. Nothing in them is taken on trust. */
final class ScannedNodes {
    private static final int EIO = 5;

    /** The highest number of a port that there can be. */
    static final int MAX_PORT = 255;

    private final FoundNodes nodes = new FoundNodes();

    /** By their place in the scan; null for one that makes no sense. */
    private final List<@Nullable FoundNode> byPlace = new ArrayList<>();

    private final List<FoundNode> inOrder = new ArrayList<>();

    private ScannedNodes() {}

    /**
     * Reads them all.
     *
     * @throws RdmaException EIO if the node to begin at is not among them
     */
    static ScannedNodes read(SweepOrder order, ScanStart start, ScannedFabric fabric) {
        ScannedNodes read = new ScannedNodes();
        fabric.nodes().forEach(node -> read.byPlace.add(read.node(node)));
        for (int place = 0; place < fabric.nodes().size(); place++) {
            read.link(fabric.nodes().get(place), read.byPlace.get(place));
        }
        read.begin(order, start);
        return read;
    }

    private void begin(SweepOrder order, ScanStart start) {
        List<FoundNode> found = nodes.instances(start.node().nodeGuid());
        if (found.isEmpty()) {
            throw new RdmaException(
                    "ibnd_discover_fabric",
                    Errno.of(EIO),
                    order.port().toString(),
                    "the node at "
                            + order.plan().from()
                            + " answered once and then no more; sweep again, or by the engine "
                            + DiscoveryEngine.NAME);
        }
        FoundNode first = found.get(0);
        inOrder.add(first);
        nodes.inOrder().stream().filter(node -> node != first).forEach(inOrder::add);
    }

    /** The node that the sweep was to begin at. */
    FoundNode first() {
        return inOrder.get(0);
    }

    /** All of them, that one first. */
    List<FoundNode> inOrder() {
        return Collections.unmodifiableList(inOrder);
    }

    /** The nodes by their place in the scan; null for one that makes no sense. */
    List<@Nullable FoundNode> byPlace() {
        return Collections.unmodifiableList(byPlace);
    }

    /** Whether the library has nothing here: it sets these bytes to 0 and leaves them so. */
    static boolean nothing(ByteBuffer bytes) {
        for (int i = 0; i < bytes.limit(); i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    private @Nullable FoundNode node(ScannedNode scanned) {
        if (scanned.nodeInfo().limit() != DirectedRouteSmp.DATA_SIZE) {
            return null;
        }
        NodeInfo info = NodeInfo.decode(bytes(scanned.nodeInfo()));
        NodeType type = NodeType.ofCode(info.nodeType()).orElse(null);
        if (type == null) {
            return null;
        }
        FoundNode node = nodes.create(type, info, scanned.route());
        node.description = NodeDescription.decode(bytes(scanned.nodeDescription())).text();
        node.enhancedPort0 = SwitchInfo.decode(bytes(scanned.switchInfo())).enhancedPort0();
        scanned.ports().forEach(port -> port(node, port));
        if (node.isSwitch()) {
            node.port(0).guid = info.portGuid();
        }
        return node;
    }

    private static void port(FoundNode node, ScannedPort scanned) {
        if (!sensible(scanned.number())) {
            return;
        }
        FoundPort port = node.port(scanned.number());
        port.guid = scanned.guid();
        if (!nothing(scanned.portInfo())) {
            port.info = PortInfo.decode(bytes(scanned.portInfo()));
        }
        if (!nothing(scanned.extendedPortInfo())) {
            port.extended = MlnxExtPortInfo.decode(bytes(scanned.extendedPortInfo()));
        }
    }

    private void link(ScannedNode scanned, @Nullable FoundNode node) {
        for (ScannedPort end : scanned.ports()) {
            int place = end.peerNode();
            FoundNode far = place < 0 || place >= byPlace.size() ? null : byPlace.get(place);
            if (node == null || far == null) {
                continue;
            }
            if (sensible(end.number()) && sensible(end.peerPort())) {
                join(node.port(end.number()), far.port(end.peerPort()));
            }
        }
    }

    /** The library keeps each link at both ends; where it does not, the first one counts. */
    private static void join(FoundPort port, FoundPort peer) {
        if (port.peer == null && peer.peer == null) {
            LinkJudge.link(port, peer, true);
        }
    }

    private static boolean sensible(int number) {
        return number >= 0 && number <= MAX_PORT;
    }

    /** 64 bytes, whatever there is: what is missing is 0. */
    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[DirectedRouteSmp.DATA_SIZE];
        buffer.duplicate().rewind().get(bytes, 0, Math.min(bytes.length, buffer.limit()));
        return bytes;
    }
}
