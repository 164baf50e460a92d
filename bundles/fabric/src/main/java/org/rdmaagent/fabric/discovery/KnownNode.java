// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeInfo;

/** A node as an earlier sweep found it, and what its cables led to. */
final class KnownNode {
    private static final int EXTENDED_SPEEDS = ~0xf;

    final FabricNode node;

    /** Its place in the earlier result, from 0. */
    final int place;

    /** The same node in this sweep; null until it is reached. */
    @Nullable FoundNode found;

    private final @Nullable KnownNode[] peers;
    private final int[] peerPorts;

    KnownNode(FabricNode node, int place) {
        this.node = node;
        this.place = place;
        int highest = node.portCount();
        for (FabricPort port : node.ports()) {
            highest = Math.max(highest, port.number());
        }
        this.peers = new @Nullable KnownNode[highest + 1];
        this.peerPorts = new int[highest + 1];
    }

    void link(int number, KnownNode peer, int peerPort) {
        if (number < peers.length) {
            peers[number] = peer;
            peerPorts[number] = peerPort;
        }
    }

    /** Whether it is known what the port's cable led to. */
    boolean hints(int number) {
        return number < peers.length && peers[number] != null;
    }

    /** Where the cable of a port led to, if that node has been reached by now. */
    @Nullable FoundPort reachedPeer(int number) {
        KnownNode peer = number < peers.length ? peers[number] : null;
        FoundNode reached = peer == null ? null : peer.found;
        return reached == null ? null : reached.port(peerPorts[number]);
    }

    /** Whether the cable of a port led to that port of that node. */
    boolean led(int number, KnownNode peer, int peerPort) {
        return hints(number) && peers[number] == peer && peerPorts[number] == peerPort;
    }

    /** Whether this can be the node that answers so now. */
    boolean answersTo(NodeInfo info) {
        return node.type().code() == info.nodeType()
                && node.portCount() == info.portCount()
                && node.systemImageGuid().equals(info.systemImageGuid())
                && node.vendorId() == info.vendorId()
                && node.deviceId() == info.deviceId()
                && node.revision() == info.revision()
                && samePortGuid(info);
    }

    private boolean samePortGuid(NodeInfo info) {
        if (node.type() == NodeType.SWITCH) {
            return node.portGuid().equals(info.portGuid());
        }
        Optional<FabricPort> port = node.port(info.localPort());
        return port.isPresent() && port.get().guid().equals(info.portGuid());
    }

    /** Whether nothing was left open when it was found; else it is asked again. */
    boolean complete() {
        return !node.description().isEmpty()
                && (node.type() != NodeType.SWITCH || node.ports().size() == node.portCount() + 1);
    }

    /** Whether its ports told speeds that need the capability mask's bit for extended ones. */
    boolean extendedSpeeds() {
        List<FabricPort> ports = node.ports();
        return ports.stream().anyMatch(port -> (port.speedsSupported() & EXTENDED_SPEEDS) != 0);
    }
}
