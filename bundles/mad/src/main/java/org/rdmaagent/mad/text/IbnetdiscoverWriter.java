// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/**
 * Writes a topology as ibnetdiscover(8) does: switches, channel adapters, routers; of each node the
 * ports that have a cable. Ports without one are not in that format.
 *
 * <p>{@link IbnetdiscoverReader} reads the same topology back, as far as the format holds it. As
 * with the tool, control characters in a description become blanks, since they would break lines;
 * other than with the tool, letters beyond ASCII stay what they are.
 */
public final class IbnetdiscoverWriter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final StringBuilder out = new StringBuilder();
    private final Map<NodeKey, FabricNode> nodes = new HashMap<>();
    private final Map<NodeKey, TreeMap<Integer, Cable>> cables = new HashMap<>();

    private record Cable(LinkEnd peer, Rate rate) {}

    private IbnetdiscoverWriter(Topology topology) {
        for (FabricNode node : topology.nodes()) {
            nodes.put(node.key(), node);
        }
        for (FabricLink link : topology.links()) {
            Rate rate = new Rate(link.width(), link.speed());
            addCable(link.first(), new Cable(link.second(), rate));
            addCable(link.second(), new Cable(link.first(), rate));
        }
    }

    /** The text of a topology, in lines that end with LF. */
    public static String write(Topology topology) {
        IbnetdiscoverWriter writer = new IbnetdiscoverWriter(topology);
        writer.header(topology);
        List<FabricNode> ordered = new ArrayList<>(topology.nodes());
        ordered.sort(Comparator.comparingInt(node -> IbnetdiscoverReader.rank(node.type())));
        for (FabricNode node : ordered) {
            writer.node(node);
        }
        return writer.out.toString();
    }

    private void addCable(LinkEnd end, Cable cable) {
        cables.computeIfAbsent(end.node(), key -> new TreeMap<>()).put(end.port(), cable);
    }

    private void header(Topology topology) {
        out.append("#\n# Topology file: generated ");
        topology.statistics()
                .ifPresentOrElse(
                        sweep -> out.append("on ").append(TIME.format(sweep.startedAt())),
                        () -> out.append("from ").append(clean(topology.source())));
        out.append("\n#\n");
        FabricNode origin = topology.origin().map(nodes::get).orElse(null);
        if (origin != null) {
            Guid port =
                    topology.originPort() == 0
                            ? origin.portGuid()
                            : portGuid(origin, topology.originPort());
            out.append("# Initiated from node ").append(origin.guid().toHex());
            out.append(" port ").append(port.toHex()).append('\n');
        }
    }

    private void node(FabricNode node) {
        out.append("\nvendid=0x").append(Integer.toHexString(node.vendorId()));
        out.append("\ndevid=0x").append(Integer.toHexString(node.deviceId())).append('\n');
        if (!node.systemImageGuid().equals(Guid.ZERO)) {
            out.append("sysimgguid=0x").append(shortHex(node.systemImageGuid())).append('\n');
        }
        boolean isSwitch = node.type() == NodeType.SWITCH;
        String kind = isSwitch ? "switch" : node.type() == NodeType.CA ? "ca" : "rt";
        out.append(kind).append("guid=0x").append(shortHex(node.guid()));
        if (isSwitch) {
            out.append('(').append(shortHex(switchPortGuid(node))).append(')');
        }
        out.append('\n').append(Character.toUpperCase(kind.charAt(0))).append(kind.substring(1));
        out.append('\t').append(node.portCount()).append(' ').append(name(node));
        out.append("\t\t# \"").append(clean(node.description())).append('"');
        if (isSwitch) {
            int lmc = node.port(0).map(FabricPort::lmc).orElse(0);
            out.append(node.enhancedPort0() ? " enhanced" : " base").append(" port 0 lid ");
            out.append(lid(node, 0)).append(" lmc ").append(lmc);
        }
        out.append('\n');
        cables.getOrDefault(node.key(), new TreeMap<>())
                .forEach((port, cable) -> port(node, port, cable));
    }

    private void port(FabricNode node, int number, Cable cable) {
        FabricNode peer = nodes.get(cable.peer().node());
        if (peer == null) {
            return;
        }
        boolean isSwitch = node.type() == NodeType.SWITCH;
        Optional<FabricPort> port = node.port(number);
        out.append('[').append(number).append(']');
        if (!isSwitch) {
            out.append('(').append(shortHex(portGuid(node, number))).append(") ");
        }
        out.append('\t').append(name(peer)).append('[').append(cable.peer().port()).append(']');
        if (peer.type() != NodeType.SWITCH) {
            // The tool sets a blank before this bracket where the line is not that of a switch.
            out.append(isSwitch ? "(" : " (");
            out.append(shortHex(portGuid(peer, cable.peer().port()))).append(") ");
        }
        out.append("\t\t# ");
        if (!isSwitch) {
            int lmc = port.map(FabricPort::lmc).orElse(0);
            out.append("lid ").append(lid(node, number)).append(" lmc ").append(lmc).append(' ');
        }
        Rate rate = port.map(own -> new Rate(own.width(), own.speed())).orElse(cable.rate());
        out.append('"').append(clean(peer.description())).append("\" lid ");
        out.append(lid(peer, cable.peer().port())).append(' ').append(rate.text()).append('\n');
    }

    private static String name(FabricNode node) {
        return new NodeName(node.type(), node.guid()).toString();
    }

    /** A switch has one LID, that of its port 0. */
    private static Lid lid(FabricNode node, int port) {
        int holder = node.type() == NodeType.SWITCH ? 0 : port;
        return node.port(holder).map(FabricPort::lid).orElse(Lid.NONE);
    }

    private static Guid switchPortGuid(FabricNode node) {
        return node.port(0).map(FabricPort::guid).orElse(node.portGuid());
    }

    private static Guid portGuid(FabricNode node, int port) {
        return node.port(port).map(FabricPort::guid).orElse(node.portGuid());
    }

    private static String shortHex(Guid guid) {
        return Long.toHexString(guid.value());
    }

    private static String clean(String text) {
        StringBuilder cleaned = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) == 0x7f) {
                cleaned.setCharAt(i, ' ');
            }
        }
        return cleaned.toString();
    }
}
