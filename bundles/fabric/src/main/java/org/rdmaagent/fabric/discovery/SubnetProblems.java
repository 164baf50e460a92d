// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;

/** Looks for what is wrong in a subnet, with no packet more. */
final class SubnetProblems {
    private static final int UNICAST_LIDS = 0xc000;

    private final List<FabricNode> nodes;
    private final List<FabricProblem> problems = new ArrayList<>();

    /** What people call a node, once it was needed. */
    private final IdentityHashMap<FabricNode, String> names = new IdentityHashMap<>();

    SubnetProblems(List<FabricNode> nodes) {
        this.nodes = nodes;
    }

    List<FabricProblem> find(
            List<FabricLink> links, FoundPort origin, List<FailedPath> failedPaths) {
        portDown(origin);
        duplicateNodeGuids();
        duplicateLids();
        degradedLinks(links);
        Silence.unanswered(failedPaths).ifPresent(problems::add);
        return problems;
    }

    private void portDown(FoundPort origin) {
        if (!origin.node.isSwitch()
                && origin.route.hops() == 0
                && origin.info != null
                && !origin.linkUp()) {
            FabricPort port = FoundPortView.of(origin);
            problems.add(
                    new FabricProblem(
                            "portDown",
                            place(nodes.get(0), origin.number),
                            "the agent's own port, "
                                    + place(nodes.get(0), origin.number)
                                    + ", is down (physical state "
                                    + port.physicalState()
                                    + "), so nothing else can be seen; check its cable and the"
                                    + " switch port"));
        }
    }

    private void duplicateNodeGuids() {
        Map<Guid, FabricNode> first = new HashMap<>();
        for (FabricNode node : nodes) {
            FabricNode other = first.putIfAbsent(node.guid(), node);
            if (other != null) {
                problems.add(
                        new FabricProblem(
                                "duplicateNodeGuid",
                                node.guid().toString(),
                                "two nodes have the GUID "
                                        + node.guid()
                                        + ": "
                                        + reachedBy(other)
                                        + " and "
                                        + reachedBy(node)
                                        + "; burn a GUID of its own into one of them"));
            }
        }
    }

    private void duplicateLids() {
        FabricNode[] owners = new FabricNode[UNICAST_LIDS];
        int[] ownerPorts = new int[UNICAST_LIDS];
        for (FabricNode node : nodes) {
            for (FabricPort port : node.ports()) {
                claimLids(node, port, owners, ownerPorts);
            }
        }
    }

    private void claimLids(
            FabricNode node, FabricPort port, @Nullable FabricNode[] owners, int[] ownerPorts) {
        if (!port.lid().isUnicast()) {
            return;
        }
        int first = port.lid().value();
        int end = Math.min(first + (1 << port.lmc()), UNICAST_LIDS);
        boolean told = false;
        for (int lid = first; lid < end; lid++) {
            FabricNode owner = owners[lid];
            if (owner == null) {
                owners[lid] = node;
                ownerPorts[lid] = port.number();
            } else if (!told) {
                told = true;
                problems.add(
                        new FabricProblem(
                                "duplicateLid",
                                "LID " + lid,
                                "LID "
                                        + lid
                                        + " is assigned to "
                                        + place(owner, ownerPorts[lid])
                                        + " and to "
                                        + place(node, port.number())
                                        + "; see whether two subnet managers are masters, and"
                                        + " have one of them sweep again"));
            }
        }
    }

    private void degradedLinks(List<FabricLink> links) {
        Map<NodeKey, FabricNode> byKey = new HashMap<>();
        nodes.forEach(node -> byKey.put(node.key(), node));
        for (FabricLink link : links) {
            FabricPort first = port(byKey, link.first());
            FabricPort second = port(byKey, link.second());
            if (first == null || second == null) {
                continue;
            }
            LinkWidth width = widest(first.widthSupported() & second.widthSupported());
            LinkSpeed speed = fastest(first.speedsSupported() & second.speedsSupported());
            boolean narrow =
                    width != null && link.width() != null && link.width().lanes() < width.lanes();
            boolean slow =
                    speed != null && link.speed() != null && link.speed().code() < speed.code();
            if (narrow || slow) {
                problems.add(degraded(byKey, link, width, speed));
            }
        }
    }

    private FabricProblem degraded(
            Map<NodeKey, FabricNode> byKey,
            FabricLink link,
            @Nullable LinkWidth width,
            @Nullable LinkSpeed speed) {
        return new FabricProblem(
                "degradedLink",
                link.first().node()
                        + "["
                        + link.first().port()
                        + "] - "
                        + link.second().node()
                        + "["
                        + link.second().port()
                        + "]",
                "the link from "
                        + place(byKey.get(link.first().node()), link.first().port())
                        + " to "
                        + place(byKey.get(link.second().node()), link.second().port())
                        + " runs at "
                        + label(link.width(), link.speed())
                        + " where both ends support "
                        + label(width, speed)
                        + "; reseat or replace the cable, then look at the enabled widths and"
                        + " speeds");
    }

    /** The ports of a switch stand in order and mostly without gaps: look where it should be. */
    private static @Nullable FabricPort port(Map<NodeKey, FabricNode> byKey, LinkEnd end) {
        FabricNode node = byKey.get(end.node());
        if (node == null) {
            return null;
        }
        List<FabricPort> ports = node.ports();
        if (end.port() < ports.size() && ports.get(end.port()).number() == end.port()) {
            return ports.get(end.port());
        }
        return node.port(end.port()).orElse(null);
    }

    private static @Nullable LinkWidth widest(int mask) {
        LinkWidth widest = null;
        for (LinkWidth width : LinkWidth.values()) {
            boolean has = (mask & width.code()) != 0;
            widest = has && (widest == null || width.lanes() > widest.lanes()) ? width : widest;
        }
        return widest;
    }

    private static @Nullable LinkSpeed fastest(int mask) {
        return LinkSpeed.ofCode(Integer.highestOneBit(mask)).orElse(null);
    }

    private static String label(@Nullable LinkWidth width, @Nullable LinkSpeed speed) {
        return (width == null ? "?x" : width.label()) + (speed == null ? "?" : speed.name());
    }

    private String place(@Nullable FabricNode node, int port) {
        return node == null ? "?" : name(node) + " port " + port;
    }

    private String reachedBy(FabricNode node) {
        return name(node) + " at route " + node.route();
    }

    private String name(FabricNode node) {
        return names.computeIfAbsent(
                node, unnamed -> "'" + unnamed.description() + "' (" + unnamed.key() + ")");
    }
}
