// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;

/**
 * Looks for what libibnetdisc asked in vain. It reports success all the same and gives no reason:
 * what is left to be seen are attributes that stayed 0 and links that are up and lead nowhere.
 */
final class SilentFailures {
    private static final String NO_REASON =
            "no answer that the library took, and it gives no reason; a time-out, a bad status and"
                    + " a wrong M_Key look like this: sweep by the engine "
                    + DiscoveryEngine.NAME
                    + " to know";
    private static final String PORT_ZERO =
            "; the library asks none of the other ports of this switch then";
    private static final String NOTHING_BEHIND =
            "the link is up and the library has nothing behind it, for which it gives no reason: no"
                    + " answer, or a node whose GUID another node has, too; sweep by the engine "
                    + DiscoveryEngine.NAME
                    + " to know";
    private static final String MERGED =
            "the library found a node behind this link and then met its GUID elsewhere; sweep by"
                    + " the engine "
                    + DiscoveryEngine.NAME
                    + " to see both nodes";
    private static final String TOO_FAR =
            "not asked: a directed route has at most " + DirectedRoute.MAX_HOPS + " hops";

    private final ScanStart start;
    private final ScannedNodes nodes;
    private final HopLimit limit;
    private final List<FailedPath> paths = new ArrayList<>();
    private final List<FailedPath> silent = new ArrayList<>();
    private final List<FabricProblem> lost = new ArrayList<>();

    /** To be used before links are cut. */
    SilentFailures(ScanStart start, ScannedFabric fabric, ScannedNodes nodes, HopLimit limit) {
        this.start = start;
        this.nodes = nodes;
        this.limit = limit;
        for (int place = 0; place < fabric.nodes().size(); place++) {
            FoundNode node = nodes.byPlace().get(place);
            ScannedNode scanned = fabric.nodes().get(place);
            if (node == null) {
                nonsense(scanned);
            } else if (limit.within(node)) {
                judge(node, scanned);
            }
        }
    }

    /** What was asked in vain. */
    List<FailedPath> failedPaths() {
        return List.copyOf(paths);
    }

    /** Those of them that brought no answer as far as is known. */
    List<FailedPath> silent() {
        return List.copyOf(silent);
    }

    /** Nodes that the library took for another one. */
    List<FabricProblem> lostNodes() {
        return List.copyOf(lost);
    }

    /** It cannot be named, but the node that was asked across can, as its route is known. */
    private void nonsense(ScannedNode scanned) {
        DirectedRoute route = scanned.route();
        FoundNode last = null;
        for (FoundNode node : nodes.inOrder()) {
            boolean before = node.route.hops() == route.hops() - 1;
            if (before && node.route.then(route.port(route.hops() - 1)).equals(route)) {
                last = node;
            }
        }
        paths.add(
                new FailedPath(
                        route,
                        last == null ? Guid.ZERO : last.key.guid(),
                        last == null ? "" : last.description,
                        last == null ? -1 : route.port(route.hops() - 1),
                        SmpAttribute.NODE_INFO.label(),
                        "malformed answer: it tells no node type that there is",
                        0));
    }

    private void judge(FoundNode node, ScannedNode scanned) {
        if (ScannedNodes.nothing(scanned.nodeDescription())) {
            silent(node, -1, SmpAttribute.NODE_DESCRIPTION, NO_REASON);
        }
        if (node.isSwitch() && ScannedNodes.nothing(scanned.switchInfo())) {
            silent(node, -1, SmpAttribute.SWITCH_INFO, NO_REASON);
        }
        if (node.isSwitch() && node.port(0).info == null) {
            silent(node, 0, SmpAttribute.PORT_INFO, NO_REASON + PORT_ZERO);
        } else if (node.isSwitch()) {
            for (int number = 0; number <= node.info.portCount(); number++) {
                judge(node.port(number));
            }
        } else {
            // A port that the library did not come by is not asked at all.
            node.port(node.info.localPort());
            node.knownPorts().forEach(this::judge);
        }
    }

    private void judge(FoundPort port) {
        if (port.info == null) {
            silent(port.node, port.number, SmpAttribute.PORT_INFO, NO_REASON);
        } else if (port.linkUp()
                && port.peer == null
                && followed(port)
                && limit.leadsOn(port.node)) {
            noPeer(port);
        }
    }

    /** A switch forwards; else only the port that the scan began at is a way out. */
    private boolean followed(FoundPort port) {
        return port.number > 0
                && (port.node.isSwitch()
                        || (port.node == nodes.first() && port.number == start.port()));
    }

    private void noPeer(FoundPort port) {
        FoundNode taken = limit.foundThrough(port);
        if (taken != null) {
            fail(across(port), port, MERGED);
            lost.add(duplicate(port, taken));
        } else if (port.node.route.hops() == DirectedRoute.MAX_HOPS) {
            fail(port.node.route, port, TOO_FAR);
        } else {
            silent.add(fail(across(port), port, NOTHING_BEHIND));
        }
    }

    /** Where the question went: behind the port. */
    private static DirectedRoute across(FoundPort port) {
        return port.node.route.then(port.number);
    }

    private static FabricProblem duplicate(FoundPort port, FoundNode taken) {
        return new FabricProblem(
                "duplicateNodeGuid",
                taken.key.guid().toString(),
                "two nodes have the GUID "
                        + taken.key.guid()
                        + ", or a cable moved during the scan: one is behind port "
                        + port.number
                        + " of '"
                        + port.node.description
                        + "' ("
                        + port.node.key
                        + "), the other where the links of '"
                        + taken.description
                        + "' are; "
                        + FabricLibrary.NAME
                        + " keeps one node for a GUID, so sweep by the engine "
                        + DiscoveryEngine.NAME
                        + " to see both");
    }

    private void silent(FoundNode node, int port, SmpAttribute attribute, String reason) {
        silent.add(fail(node.route, node, port, attribute, reason));
    }

    private FailedPath fail(DirectedRoute route, FoundPort port, String reason) {
        return fail(route, port.node, port.number, SmpAttribute.NODE_INFO, reason);
    }

    private FailedPath fail(
            DirectedRoute route, FoundNode node, int port, SmpAttribute attribute, String reason) {
        FailedPath path =
                new FailedPath(
                        route,
                        node.key.guid(),
                        node.description,
                        port,
                        attribute.label(),
                        reason,
                        0);
        paths.add(path);
        return path;
    }
}
