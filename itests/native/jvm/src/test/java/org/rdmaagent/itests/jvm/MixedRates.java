// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.Topology;

/** Gives the links of a topology all widths and speeds in turn, as far as ibsim serves them. */
public final class MixedRates {
    private static final List<LinkWidth> WIDTHS =
            List.of(LinkWidth.W4X, LinkWidth.W1X, LinkWidth.W12X, LinkWidth.W8X);
    private static final List<LinkSpeed> SPEEDS =
            List.of(
                    LinkSpeed.HDR,
                    LinkSpeed.EDR,
                    LinkSpeed.FDR,
                    LinkSpeed.QDR,
                    LinkSpeed.DDR,
                    LinkSpeed.SDR,
                    LinkSpeed.HDR);

    private MixedRates() {}

    /** The same nodes and cables at other rates. */
    public static Topology of(Topology plain) {
        Map<LinkEnd, FabricLink> ends = new HashMap<>();
        List<FabricLink> links = new ArrayList<>();
        for (FabricLink link : plain.links()) {
            int turn = links.size();
            FabricLink mixed =
                    new FabricLink(
                            link.first(),
                            link.second(),
                            WIDTHS.get(turn % WIDTHS.size()),
                            SPEEDS.get(turn % SPEEDS.size()));
            links.add(mixed);
            ends.put(link.first(), mixed);
            ends.put(link.second(), mixed);
        }
        return new Topology(
                plain.source(),
                plain.origin().orElseThrow(),
                plain.originPort(),
                plain.nodes().stream().map(node -> node(node, ends)).toList(),
                links,
                plain.failedPaths(),
                plain.problems(),
                null);
    }

    private static FabricNode node(FabricNode node, Map<LinkEnd, FabricLink> ends) {
        return new FabricNode(
                node.key(),
                node.type(),
                node.description(),
                node.portCount(),
                node.systemImageGuid(),
                node.portGuid(),
                node.vendorId(),
                node.deviceId(),
                node.revision(),
                node.enhancedPort0(),
                node.route(),
                node.ports().stream()
                        .map(port -> port(port, ends.get(new LinkEnd(node.key(), port.number()))))
                        .toList());
    }

    private static FabricPort port(FabricPort port, @Nullable FabricLink link) {
        return link == null
                ? port
                : new FabricPort(
                        port.number(),
                        port.guid(),
                        port.lid(),
                        port.lmc(),
                        port.smLid(),
                        port.state(),
                        port.physicalState(),
                        link.width(),
                        link.speed(),
                        port.widthSupported(),
                        port.speedsSupported(),
                        port.mtuBytes());
    }
}
