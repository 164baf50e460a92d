// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/**
 * The nodes and cables of a topology, by number: a node has a number, and so has each of its ports
 * from 0 to the highest. Only {@link #cables} may change; whoever asks for that or changes it holds
 * the subnet's lock.
 */
public final class FabricGraph {
    static final int NONE = -1;

    private final FabricNode[] nodes;
    private final Map<NodeKey, Integer> numbers;
    private final int[] firstPort;
    private final int[] nodeOf;
    private final int[] peer;
    private final @Nullable FabricPort[] listed;
    private final @Nullable FabricLink[] cable;
    private final int[] speeds;
    private final int lowestLid;
    private final CableState cables = new CableState();
    private final List<String> problems = new ArrayList<>();

    private FabricGraph(Topology topology) {
        nodes = topology.nodes().toArray(FabricNode[]::new);
        numbers = new HashMap<>(nodes.length * 2);
        firstPort = new int[nodes.length + 1];
        speeds = new int[nodes.length];
        for (int node = 0; node < nodes.length; node++) {
            if (numbers.put(nodes[node].key(), node) != null) {
                throw new IllegalArgumentException("two nodes have the key " + nodes[node].key());
            }
        }
        int ports = countPorts(topology.links());
        nodeOf = new int[ports];
        peer = new int[ports];
        listed = new FabricPort[ports];
        cable = new FabricLink[ports];
        int lid = Integer.MAX_VALUE;
        for (int node = 0; node < nodes.length; node++) {
            lid = Math.min(lid, fillPorts(node));
        }
        lowestLid = lid == Integer.MAX_VALUE ? 0 : lid;
        topology.links().forEach(this::connect);
    }

    /**
     * Numbers a topology. Of two cables in one port the first counts; see {@link #problems}.
     *
     * @throws IllegalArgumentException if two nodes have one key, or a link leads to a node that is
     *     not there
     */
    public static FabricGraph of(Topology topology) {
        return new FabricGraph(topology);
    }

    private int countPorts(List<FabricLink> links) {
        int[] highest = new int[nodes.length];
        for (int node = 0; node < nodes.length; node++) {
            highest[node] = nodes[node].portCount();
            for (FabricPort port : nodes[node].ports()) {
                highest[node] = Math.max(highest[node], port.number());
            }
        }
        for (FabricLink link : links) {
            int first = required(link.first().node());
            highest[first] = Math.max(highest[first], link.first().port());
            int second = required(link.second().node());
            highest[second] = Math.max(highest[second], link.second().port());
        }
        for (int node = 0; node < nodes.length; node++) {
            firstPort[node + 1] = firstPort[node] + highest[node] + 1;
        }
        return firstPort[nodes.length];
    }

    private int fillPorts(int node) {
        int lowest = Integer.MAX_VALUE;
        for (int port = firstPort[node]; port < firstPort[node + 1]; port++) {
            nodeOf[port] = node;
            peer[port] = NONE;
        }
        for (FabricPort port : nodes[node].ports()) {
            listed[firstPort[node] + port.number()] = port;
            LinkSpeed speed = port.speed();
            speeds[node] |= port.speedsSupported() | (speed == null ? 0 : upTo(speed));
            if (port.lid().isUnicast()) {
                lowest = Math.min(lowest, port.lid().value());
            }
        }
        return lowest;
    }

    private void connect(FabricLink link) {
        int first = required(link.first());
        int second = required(link.second());
        if (cable[first] != null || cable[second] != null || first == second) {
            problems.add(
                    "two cables in one port: "
                            + end(link.first())
                            + " to "
                            + end(link.second())
                            + " is left out");
            return;
        }
        peer[first] = second;
        peer[second] = first;
        cable[first] = link;
        cable[second] = link;
        LinkSpeed speed = link.speed();
        int mask = speed == null ? 0 : upTo(speed);
        speeds[nodeOf[first]] |= mask;
        speeds[nodeOf[second]] |= mask;
    }

    private static String end(LinkEnd end) {
        return end.node() + "[" + end.port() + "]";
    }

    /** A file tells what a port does, not what it can: all that is not faster, FDR10 aside. */
    static int upTo(LinkSpeed speed) {
        int slower = (speed.code() - 1) & ~LinkSpeed.FDR10.code();
        return slower | speed.code();
    }

    private int required(NodeKey key) {
        Integer node = numbers.get(key);
        if (node == null) {
            throw new IllegalArgumentException("there is no node " + key + " in this world");
        }
        return node;
    }

    /** The number of a link end's port. */
    int required(LinkEnd end) {
        int port = port(required(end.node()), end.port());
        if (port == NONE || end.port() == 0) {
            throw new IllegalArgumentException(end.node() + " has no port " + end.port());
        }
        return port;
    }

    /**
     * The number of a node.
     *
     * @throws IllegalArgumentException if there is none with that key
     */
    public int nodeNumber(NodeKey key) {
        return required(key);
    }

    /** Cables that could not be laid, in words. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** The number of the first node of a type. */
    public OptionalInt first(NodeType type) {
        for (int node = 0; node < nodes.length; node++) {
            if (nodes[node].type() == type) {
                return OptionalInt.of(node);
            }
        }
        return OptionalInt.empty();
    }

    /** How many nodes there are, numbered from 0. */
    public int nodeCount() {
        return nodes.length;
    }

    /** A node. */
    public FabricNode node(int node) {
        return nodes[node];
    }

    /** The highest port that a node has, at least what it says itself. */
    public int highestPort(int node) {
        return firstPort[node + 1] - firstPort[node] - 1;
    }

    /** The number of a node's port; -1 if it has none of that number. */
    public int port(int node, int number) {
        return number >= 0 && number <= highestPort(node) ? firstPort[node] + number : NONE;
    }

    /** The node of a port. */
    public int nodeOf(int port) {
        return nodeOf[port];
    }

    /** What the node calls the port. */
    public int numberAtNode(int port) {
        return port - firstPort[nodeOf[port]];
    }

    /** The port at the other end of the cable; -1 without a cable. */
    int peer(int port) {
        return peer[port];
    }

    /** What the topology says of the port. */
    public @Nullable FabricPort listed(int port) {
        return listed[port];
    }

    /** Whether there is a cable, and it is not pulled. */
    public boolean linked(int port) {
        return peer[port] != NONE && !cables.pulled(port);
    }

    /** What may change. */
    CableState cables() {
        return cables;
    }

    /** The lanes that the link of this port uses; four where nobody told. */
    public LinkWidth width(int port) {
        FabricPort told = listed[port];
        LinkWidth width = told == null ? null : told.width();
        FabricLink link = cable[port];
        if (width == null && link != null) {
            width = link.width();
        }
        return width == null ? LinkWidth.W4X : width;
    }

    /** The speed of the link of this port; SDR where nobody told. */
    public LinkSpeed speed(int port) {
        LinkSpeed speed = toldSpeed(port);
        return speed == null ? LinkSpeed.SDR : speed;
    }

    /** The speed of the link of this port; null where nobody told. */
    @Nullable LinkSpeed toldSpeed(int port) {
        FabricPort told = listed[port];
        LinkSpeed speed = told == null ? null : told.speed();
        FabricLink link = cable[port];
        return speed == null && link != null ? link.speed() : speed;
    }

    /** The mask of speeds that the ports of a node support or use. */
    int speeds(int node) {
        return speeds[node] == 0 ? upTo(LinkSpeed.QDR) : speeds[node];
    }

    /** A file does not tell where the subnet manager runs: often at the lowest LID. */
    public int lowestLid() {
        return lowestLid;
    }

    /** The port's GUID: its own, or the switch's, or one derived as mlx4 does it. */
    public Guid portGuid(int port) {
        FabricNode node = nodes[nodeOf[port]];
        FabricPort told = listed[port];
        if (node.type() == NodeType.SWITCH) {
            return node.portGuid();
        }
        if (told != null && !told.guid().equals(Guid.ZERO)) {
            return told.guid();
        }
        return new Guid(node.guid().value() + numberAtNode(port));
    }
}
