// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/**
 * Builds topologies by hand: nodes, then cables. Ports without a cable are not listed in the
 * result. LIDs are given in the order in which ports (of switches: nodes) are first used; the
 * subnet manager is at LID 1. Not for several threads.
 */
public final class FabricBuilder {
    private static final int MELLANOX = 0x2c9;
    private static final int LAST_UNICAST_LID = 0xbfff;
    private static final int MTU_BYTES = 4096;
    private static final Lid SM_LID = new Lid(1);

    private final String name;
    private final Map<NodeKey, Node> nodes = new HashMap<>();
    private final List<Node> order = new ArrayList<>();
    private final List<FabricLink> links = new ArrayList<>();
    private int nextLid = 1;

    /** Begins a topology of this name. */
    public FabricBuilder(String name) {
        this.name = name;
    }

    private static final class Node {
        final NodeKey key;
        final NodeType type;
        final String description;
        final int portCount;
        final int deviceId;
        final int speeds;
        final List<FabricPort> ports = new ArrayList<>();

        Node(NodeKey key, NodeType type, String text, int portCount, int deviceId, int speeds) {
            this.key = key;
            this.type = type;
            this.description = text;
            this.portCount = portCount;
            this.deviceId = deviceId;
            this.speeds = speeds;
        }
    }

    /**
     * Adds a node of Mellanox's.
     *
     * @param guid the node GUID; if there is one with that GUID, this is a further instance
     * @param description NodeDescription
     * @param portCount external ports
     * @param deviceId such as 0xd2f0
     * @param fastest the fastest speed that its ports support; the slower ones come with it
     * @return its key
     */
    public NodeKey node(
            Guid guid,
            NodeType type,
            String description,
            int portCount,
            int deviceId,
            LinkSpeed fastest) {
        int instance = 0;
        while (nodes.containsKey(new NodeKey(guid, instance))) {
            instance++;
        }
        NodeKey key = new NodeKey(guid, instance);
        int speeds = (2 * fastest.code() - 1) & ~LinkSpeed.FDR10.code();
        Node node = new Node(key, type, description, portCount, deviceId, speeds);
        nodes.put(key, node);
        order.add(node);
        if (type == NodeType.SWITCH) {
            node.ports.add(port(node, 0, guid, lid(), null, null));
        }
        return key;
    }

    /** Adds a switch of the Quantum kind (HDR). */
    public NodeKey hdrSwitch(Guid guid, String description, int portCount) {
        return node(guid, NodeType.SWITCH, description, portCount, 0xd2f0, LinkSpeed.HDR);
    }

    /** Adds a channel adapter of the ConnectX-6 kind (HDR). */
    public NodeKey hdrHost(Guid guid, String description, int portCount) {
        return node(guid, NodeType.CA, description, portCount, 0x101b, LinkSpeed.HDR);
    }

    /**
     * Lays a cable between two ports.
     *
     * @throws IllegalArgumentException if a node or port is not there, or the port is taken
     */
    public FabricBuilder cable(
            NodeKey first,
            int firstPort,
            NodeKey second,
            int secondPort,
            LinkWidth width,
            LinkSpeed speed) {
        plug(first, firstPort, width, speed);
        plug(second, secondPort, width, speed);
        LinkEnd one = new LinkEnd(first, firstPort);
        links.add(new FabricLink(one, new LinkEnd(second, secondPort), width, speed));
        return this;
    }

    /** Lays a 4xHDR cable. */
    public FabricBuilder cable(NodeKey first, int firstPort, NodeKey second, int secondPort) {
        return cable(first, firstPort, second, secondPort, LinkWidth.W4X, LinkSpeed.HDR);
    }

    /**
     * Lets the cable at this port come up with another width or speed than its ports can.
     *
     * @throws IllegalArgumentException if there is no cable
     */
    public FabricBuilder trained(NodeKey key, int number, LinkWidth width, LinkSpeed speed) {
        LinkEnd end = new LinkEnd(key, number);
        for (int index = 0; index < links.size(); index++) {
            FabricLink link = links.get(index);
            if (link.first().equals(end) || link.second().equals(end)) {
                links.set(index, new FabricLink(link.first(), link.second(), width, speed));
                retrain(link.first(), width, speed);
                retrain(link.second(), width, speed);
                return this;
            }
        }
        throw new IllegalArgumentException("there is no cable at port " + number + " of " + key);
    }

    private void retrain(LinkEnd end, LinkWidth width, LinkSpeed speed) {
        Node node = nodes.get(end.node());
        if (node != null) {
            node.ports.replaceAll(
                    port ->
                            port.number() == end.port()
                                    ? port(node, end.port(), port.guid(), port.lid(), width, speed)
                                    : port);
        }
    }

    private void plug(NodeKey key, int number, LinkWidth width, LinkSpeed speed) {
        Node node = nodes.get(key);
        if (node == null || number < 1 || number > node.portCount) {
            throw new IllegalArgumentException("there is no port " + number + " at " + key);
        }
        if (node.ports.stream().anyMatch(port -> port.number() == number)) {
            throw new IllegalArgumentException("port " + number + " of " + key + " is taken");
        }
        boolean external = node.type == NodeType.SWITCH;
        Guid guid = external ? Guid.ZERO : new Guid(key.guid().value() + number);
        node.ports.add(port(node, number, guid, external ? Lid.NONE : lid(), width, speed));
    }

    private static FabricPort port(
            Node node,
            int number,
            Guid guid,
            Lid lid,
            @Nullable LinkWidth width,
            @Nullable LinkSpeed speed) {
        return new FabricPort(
                number,
                guid,
                lid,
                0,
                lid.equals(Lid.NONE) ? Lid.NONE : SM_LID,
                PortState.ACTIVE,
                PortPhysicalState.LINK_UP,
                width,
                speed,
                width == null ? 0 : LinkWidth.W1X.code() | LinkWidth.W4X.code() | width.code(),
                width == null ? 0 : node.speeds,
                MTU_BYTES);
    }

    private Lid lid() {
        if (nextLid > LAST_UNICAST_LID) {
            throw new IllegalArgumentException("a subnet has at most 49151 unicast LIDs");
        }
        return new Lid(nextLid++);
    }

    /**
     * The topology.
     *
     * @param origin the node of this host
     * @param originPort its port
     */
    public Topology build(NodeKey origin, int originPort) {
        List<FabricNode> built = new ArrayList<>(order.size());
        for (Node node : order) {
            boolean isSwitch = node.type == NodeType.SWITCH;
            long guid = node.key.guid().value();
            int reached = node.ports.isEmpty() ? 1 : node.ports.get(0).number();
            built.add(
                    new FabricNode(
                            node.key,
                            node.type,
                            node.description,
                            node.portCount,
                            isSwitch ? node.key.guid() : new Guid(guid + node.portCount + 1),
                            isSwitch ? node.key.guid() : new Guid(guid + reached),
                            MELLANOX,
                            node.deviceId,
                            0,
                            isSwitch,
                            DirectedRoute.LOCAL,
                            node.ports));
        }
        return new Topology(name, origin, originPort, built, links, List.of(), List.of(), null);
    }
}
