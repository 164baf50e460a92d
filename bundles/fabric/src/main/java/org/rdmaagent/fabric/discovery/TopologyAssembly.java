// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;

/** Makes the immutable result of what a sweep found. */
final class TopologyAssembly {
    private final List<FoundNode> nodes;
    private final FoundPort origin;

    TopologyAssembly(List<FoundNode> nodes, FoundPort origin) {
        this.nodes = nodes;
        this.origin = origin;
    }

    Topology assemble(
            List<FailedRequest> failures,
            List<FoundPort> beyondHopLimit,
            SweepStatistics statistics) {
        List<FabricNode> found = nodes.stream().map(TopologyAssembly::node).toList();
        List<FabricLink> links = links();
        return new Topology(
                DiscoveryEngine.NAME,
                origin.node.key,
                origin.number,
                found,
                links,
                failedPaths(failures, beyondHopLimit),
                new SubnetProblems(found).find(links, origin),
                statistics);
    }

    private static FabricNode node(FoundNode node) {
        List<FabricPort> ports =
                node.knownPorts().filter(port -> port.info != null).map(FoundPortView::of).toList();
        return new FabricNode(
                node.key,
                node.type,
                node.description,
                node.info.portCount(),
                node.info.systemImageGuid(),
                node.info.portGuid(),
                node.info.vendorId(),
                node.info.deviceId(),
                node.info.revision(),
                node.enhancedPort0,
                node.route,
                ports);
    }

    private List<FabricLink> links() {
        List<FabricLink> links = new ArrayList<>();
        for (FoundNode node : nodes) {
            node.knownPorts().forEach(port -> addLink(port, links));
        }
        return links;
    }

    private static void addLink(FoundPort port, List<FabricLink> links) {
        FoundPort peer = port.peer;
        // Both ends know of the cable; the lower one tells it.
        if (peer != null && port.end().compareTo(peer.end()) <= 0) {
            links.add(new FabricLink(port.end(), peer.end(), width(port, peer), speed(port, peer)));
        }
    }

    private static @Nullable LinkWidth width(FoundPort port, FoundPort peer) {
        LinkWidth width = FoundPortView.width(port);
        return width != null ? width : FoundPortView.width(peer);
    }

    /** One end may not tell FDR10, or nothing at all. */
    private static @Nullable LinkSpeed speed(FoundPort port, FoundPort peer) {
        LinkSpeed here = FoundPortView.speed(port);
        LinkSpeed there = FoundPortView.speed(peer);
        return here == null || there == LinkSpeed.FDR10 ? there : here;
    }

    private static List<FailedPath> failedPaths(
            List<FailedRequest> failures, List<FoundPort> beyondHopLimit) {
        List<FailedPath> paths = new ArrayList<>();
        for (FailedRequest failed : failures) {
            SmpRequest request = failed.request();
            FoundNode node = request.node;
            boolean linkFoundFromTheOtherSide =
                    node == null && request.port != null && request.port.peer != null;
            if (!linkFoundFromTheOtherSide) {
                paths.add(
                        new FailedPath(
                                request.route,
                                node == null ? Guid.ZERO : node.key.guid(),
                                node == null ? "" : node.description,
                                node == null || request.port == null ? -1 : request.port.number,
                                request.attribute.label(),
                                failed.status(),
                                request.attempts));
            }
        }
        beyondHopLimit.stream()
                .filter(port -> port.peer == null)
                .map(TopologyAssembly::beyondHopLimit)
                .forEach(paths::add);
        return paths;
    }

    private static FailedPath beyondHopLimit(FoundPort port) {
        return new FailedPath(
                port.node.route,
                port.node.key.guid(),
                port.node.description,
                port.number,
                SmpAttribute.NODE_INFO.label(),
                "not asked: a directed route has at most " + DirectedRoute.MAX_HOPS + " hops",
                0);
    }
}
