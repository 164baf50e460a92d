// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.BitSet;
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
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;

/** Makes the immutable result of what a sweep found. */
final class TopologyAssembly {
    private final List<FoundNode> nodes;

    /** By {@link FoundNode#order}. */
    private final BitSet members = new BitSet();

    private final FoundPort origin;
    private final List<FailedPath> failedPaths = new ArrayList<>();
    private final SharedValues shared = new SharedValues();

    /**
     * A result without failures.
     *
     * @param nodes those that belong to it, in the order in which they were found
     * @param origin where the sweep began
     */
    TopologyAssembly(List<FoundNode> nodes, FoundPort origin) {
        this.nodes = nodes;
        nodes.forEach(node -> members.set(node.order));
        this.origin = origin;
    }

    /**
     * The result.
     *
     * @param failures questions without a good answer
     * @param beyondHopLimit ports whose links no route is long enough for
     */
    Topology assemble(
            List<FailedRequest> failures,
            List<FoundPort> beyondHopLimit,
            SweepStatistics statistics) {
        failures.forEach(failed -> failed(failed.request(), failed.status()));
        beyondHopLimit.forEach(this::beyondHopLimit);
        List<FabricNode> found = nodes.stream().map(this::node).toList();
        List<FabricLink> links = links();
        return new Topology(
                DiscoveryEngine.NAME,
                origin.node.key,
                origin.number,
                found,
                links,
                failedPaths,
                new SubnetProblems(found).find(links, origin, failedPaths),
                statistics);
    }

    private FabricNode node(FoundNode node) {
        List<FabricPort> ports = new ArrayList<>();
        for (FoundPort port : node.knownPorts()) {
            boolean identified = node.isSwitch() || port.reached || port.guid.value() != 0;
            if (port.told() && identified) {
                ports.add(shared.port(FoundPortView.of(port)));
            }
        }
        return new FabricNode(
                node.key,
                node.type,
                shared.text(node.description),
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

    private void addLink(FoundPort port, List<FabricLink> links) {
        FoundPort peer = port.peer;
        // Both ends know of the cable; the lower one tells it.
        if (peer == null || !members.get(peer.node.order)) {
            return;
        }
        LinkEnd here = port.end();
        LinkEnd there = peer.end();
        if (here.compareTo(there) <= 0) {
            links.add(new FabricLink(here, there, width(port, peer), speed(port, peer)));
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

    /** A question without a good answer, unless the answer came in another way. */
    private void failed(SmpRequest request, String status) {
        FoundNode node = request.node;
        FoundPort port = request.port;
        boolean linkTold =
                request.crosses() && port != null && (port.peer != null || port.surelyDown());
        boolean portTold =
                request.attribute == SmpAttribute.PORT_INFO && port != null && port.info != null;
        if (linkTold || portTold || (node != null && !members.get(node.order))) {
            return;
        }
        // A question who is there is about the last node that is known, and its port.
        FoundNode told = node == null && port != null ? port.node : node;
        failedPaths.add(
                new FailedPath(
                        request.route,
                        told == null ? Guid.ZERO : told.key.guid(),
                        told == null ? "" : told.description,
                        port == null ? -1 : port.number,
                        request.attribute.label(),
                        status,
                        request.attempts));
    }

    private void beyondHopLimit(FoundPort port) {
        notAsked(port, "a directed route has at most " + DirectedRoute.MAX_HOPS + " hops");
    }

    private void notAsked(FoundPort port, String why) {
        if (port.peer == null) {
            failedPaths.add(
                    new FailedPath(
                            port.node.route,
                            port.node.key.guid(),
                            port.node.description,
                            port.number,
                            SmpAttribute.NODE_INFO.label(),
                            "not asked: " + why,
                            0));
        }
    }
}
