// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SwitchInfo;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/**
 * A fabric as sorted lines, one for each node and each link, from what a scan brought and from what
 * {@code ibnetdiscover} wrote: equal lines, equal fabrics.
 */
final class ScannedLines {
    private final ScannedFabric fabric;
    private final List<NodeInfo> infos = new ArrayList<>();

    private ScannedLines(ScannedFabric fabric) {
        this.fabric = fabric;
        fabric.nodes().forEach(node -> infos.add(NodeInfo.decode(bytes(node.nodeInfo()))));
    }

    static List<String> of(ScannedFabric fabric) {
        return new ScannedLines(fabric).lines();
    }

    static List<String> of(Topology topology) {
        TreeSet<String> lines = new TreeSet<>();
        topology.nodes().forEach(node -> lines.add(line(node)));
        topology.links().forEach(link -> lines.add(line(link)));
        return List.copyOf(lines);
    }

    private static byte[] bytes(ByteBuffer attribute) {
        byte[] bytes = new byte[attribute.remaining()];
        attribute.duplicate().get(bytes);
        return bytes;
    }

    private List<String> lines() {
        TreeSet<String> lines = new TreeSet<>();
        for (int place = 0; place < infos.size(); place++) {
            lines.add(nodeLine(place));
            for (ScannedPort port : fabric.nodes().get(place).ports()) {
                if (port.peerNode() >= 0) {
                    lines.add(linkLine(place, port));
                }
            }
        }
        return List.copyOf(lines);
    }

    private boolean isSwitch(int place) {
        return infos.get(place).nodeType() == NodeType.SWITCH.code();
    }

    private String nodeLine(int place) {
        ScannedNode node = fabric.nodes().get(place);
        NodeInfo info = infos.get(place);
        boolean ofSwitch = isSwitch(place);
        List<String> lids = new ArrayList<>();
        for (ScannedPort port : node.ports()) {
            PortInfo portInfo = PortInfo.decode(bytes(port.portInfo()));
            if (ofSwitch ? port.number() == 0 : port.peerNode() >= 0) {
                lids.add(port.number() + ":" + portInfo.lid() + "/" + portInfo.lmc());
            }
        }
        return String.join(
                " ",
                "node",
                info.nodeGuid().toString(),
                Integer.toString(info.nodeType()),
                NodeDescription.decode(bytes(node.nodeDescription())).text(),
                Integer.toString(info.portCount()),
                info.systemImageGuid().toString(),
                info.vendorId() + "/" + info.deviceId(),
                Boolean.toString(
                        ofSwitch && SwitchInfo.decode(bytes(node.switchInfo())).enhancedPort0()),
                lids.toString());
    }

    private static String line(FabricNode node) {
        boolean ofSwitch = node.type() == NodeType.SWITCH;
        List<String> lids =
                node.ports().stream()
                        .filter(port -> !ofSwitch || port.number() == 0)
                        .map(port -> port.number() + ":" + port.lid() + "/" + port.lmc())
                        .toList();
        return String.join(
                " ",
                "node",
                node.key().guid().toString(),
                Integer.toString(node.type().code()),
                node.description(),
                Integer.toString(node.portCount()),
                node.systemImageGuid().toString(),
                node.vendorId() + "/" + node.deviceId(),
                Boolean.toString(node.enhancedPort0()),
                lids.toString());
    }

    private String linkLine(int place, ScannedPort port) {
        String here = end(place, port.number());
        String there = end(port.peerNode(), port.peerPort());
        boolean inOrder = here.compareTo(there) < 0;
        PortInfo info = PortInfo.decode(bytes(port.portInfo()));
        return "link "
                + (inOrder ? here : there)
                + " "
                + (inOrder ? there : here)
                + " "
                + LinkWidth.ofCode(info.linkWidthActive()).map(LinkWidth::label)
                + " "
                + speed(place, port, info);
    }

    private Optional<LinkSpeed> speed(int place, ScannedPort port, PortInfo info) {
        MlnxExtPortInfo vendor = MlnxExtPortInfo.decode(bytes(port.extendedPortInfo()));
        if ((vendor.linkSpeedActive() & MlnxExtPortInfo.FDR10) != 0) {
            return Optional.of(LinkSpeed.FDR10);
        }
        PortInfo capabilities = info;
        if (isSwitch(place)) {
            ScannedPort zero = fabric.nodes().get(place).ports().get(0);
            capabilities = PortInfo.decode(bytes(zero.portInfo()));
        }
        return info.activeSpeed(
                (capabilities.capabilityMask() & PortInfo.CAP_EXTENDED_SPEEDS) != 0);
    }

    private String end(int place, int port) {
        return infos.get(place).nodeGuid() + "[" + port + "]";
    }

    private static String line(FabricLink link) {
        return "link "
                + end(link.first())
                + " "
                + end(link.second())
                + " "
                + Optional.of(Objects.requireNonNull(link.width()).label())
                + " "
                + Optional.of(Objects.requireNonNull(link.speed()));
    }

    private static String end(LinkEnd end) {
        return end.node().guid() + "[" + end.port() + "]";
    }
}
