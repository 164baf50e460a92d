// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;

/**
 * Makes links of port lines. A cable stands in the text twice, once on each side; both sides are
 * matched first, and what is left over afterwards is a cable that only one side tells.
 *
 * <p>Where nodes share a GUID, a line means the one whose own line leads back to it; among several
 * the one whose port GUID, LID and description the line repeats; among equals the first whose port
 * is free. A cable that only one side tells goes by the same marks.
 */
final class LinkResolver {
    private final Map<Guid, List<NodeRecord>> byGuid = new HashMap<>();
    private final List<NodeRecord> nodes;
    private final ProblemList problems;
    private final List<FabricLink> links = new ArrayList<>();

    LinkResolver(List<NodeRecord> nodes, ProblemList problems) {
        this.nodes = new ArrayList<>(nodes);
        this.problems = problems;
        for (NodeRecord node : nodes) {
            List<NodeRecord> same = byGuid.computeIfAbsent(node.guid, guid -> new ArrayList<>(1));
            node.key(new NodeKey(node.guid, same.size()));
            same.add(node);
            if (same.size() > 1) {
                problems.add(
                        "duplicateNodeGuid",
                        node.key().toString(),
                        "lines "
                                + same.get(0).line
                                + " and "
                                + node.line
                                + " describe nodes with the same GUID; both are kept. Give one of"
                                + " them another GUID, or remove a record that stands there"
                                + " twice");
            }
        }
    }

    /** Finds the links; afterwards the nodes hold the ports that only their peers tell. */
    List<FabricLink> resolve() {
        List<NodeRecord> described = List.copyOf(nodes);
        for (NodeRecord node : described) {
            for (PortLine line : node.portLines()) {
                joinBothSides(node, line);
            }
        }
        for (NodeRecord node : described) {
            for (PortLine line : node.portLines()) {
                if (!node.cabled(line.port())) {
                    joinOneSide(node, line);
                }
            }
        }
        return links;
    }

    /** The nodes, those behind them that only port lines name. */
    List<NodeRecord> nodes() {
        return nodes;
    }

    private void joinBothSides(NodeRecord node, PortLine line) {
        if (node.cabled(line.port())) {
            return;
        }
        NodeRecord peer = null;
        int best = -1;
        for (NodeRecord candidate : byGuid.getOrDefault(line.peer().guid(), List.of())) {
            PortLine back = candidate.line(line.peerPort());
            if (back != null
                    && !candidate.cabled(line.peerPort())
                    && back.peerPort() == line.port()
                    && back.peer().guid().equals(node.guid)) {
                int score = likeness(line, candidate) + likeness(back, node);
                if (score > best) {
                    best = score;
                    peer = candidate;
                }
            }
        }
        PortLine back = peer == null ? null : peer.line(line.peerPort());
        if (peer != null && back != null) {
            join(node, line, peer, back);
        }
    }

    private void joinOneSide(NodeRecord node, PortLine line) {
        List<NodeRecord> candidates = byGuid.get(line.peer().guid());
        NodeRecord peer = candidates == null ? unknown(line) : free(candidates, line);
        if (peer == null) {
            problems.add(
                    "linkMismatch",
                    node.key() + "[" + line.port() + "]",
                    "line "
                            + line.line()
                            + " leads to port "
                            + line.peerPort()
                            + " of "
                            + line.peer()
                            + ", but "
                            + objection(candidates, line)
                            + "; the cable was left out. Correct one of the two");
            return;
        }
        if (peer.described()) {
            problems.add(
                    "oneSidedLink",
                    node.key() + "[" + line.port() + "]",
                    "line "
                            + line.line()
                            + " leads to port "
                            + line.peerPort()
                            + " of "
                            + line.peer()
                            + ", whose record does not list that port; the cable counts. Look for"
                            + " a lost line in the record at line "
                            + peer.line);
        }
        peer.addFromPeer(line);
        join(node, line, peer, null);
    }

    private static @Nullable NodeRecord free(List<NodeRecord> candidates, PortLine line) {
        NodeRecord peer = null;
        int best = -1;
        int port = line.peerPort();
        for (NodeRecord candidate : candidates) {
            boolean possible =
                    candidate.has(port) && !candidate.cabled(port) && candidate.line(port) == null;
            if (possible && likeness(line, candidate) > best) {
                best = likeness(line, candidate);
                peer = candidate;
            }
        }
        return peer;
    }

    private static String objection(@Nullable List<NodeRecord> candidates, PortLine line) {
        NodeRecord first = candidates == null ? null : candidates.get(0);
        if (first == null || !first.has(line.peerPort())) {
            return "that node has " + (first == null ? 0 : first.portCount()) + " ports";
        }
        PortLine other = first.line(line.peerPort());
        return other == null
                ? "another line leads there too"
                : "line " + other.line() + " says that this port leads elsewhere";
    }

    private NodeRecord unknown(PortLine line) {
        NodeRecord node = NodeRecord.named(line);
        node.key(NodeKey.of(node.guid));
        byGuid.put(node.guid, new ArrayList<>(List.of(node)));
        nodes.add(node);
        problems.add(
                "unknownNode",
                node.key().toString(),
                "line "
                        + line.line()
                        + " leads to "
                        + line.peer()
                        + ", which has no record in the file; the node counts, as far as it is"
                        + " known. Look for a lost record");
        return node;
    }

    /** How much of what a line says about its peer is true of a node. */
    private static int likeness(PortLine line, NodeRecord node) {
        PortLine own = node.line(line.peerPort());
        boolean isSwitch = node.type == NodeType.SWITCH;
        int likeness = node.description.equals(line.peerDescription()) ? 1 : 0;
        if (isSwitch) {
            likeness += node.portZero.lid().equals(line.peerLid()) ? 1 : 0;
        } else if (own != null) {
            likeness += own.lid().equals(line.peerLid()) ? 1 : 0;
            likeness += own.portGuid().equals(line.peerPortGuid()) ? 1 : 0;
        }
        return likeness + (node.type == line.peer().type() ? 1 : 0);
    }

    private void join(NodeRecord node, PortLine line, NodeRecord peer, @Nullable PortLine back) {
        node.cable(line.port());
        peer.cable(line.peerPort());
        LinkEnd near = new LinkEnd(node.key(), line.port());
        LinkEnd far = new LinkEnd(peer.key(), line.peerPort());
        if (back == null) {
            links.add(new FabricLink(near, far, line.width(), line.speed()));
            return;
        }
        boolean nearIsLower = near.compareTo(far) <= 0;
        PortLine lower = nearIsLower ? line : back;
        PortLine higher = nearIsLower ? back : line;
        if (differ(lower.width(), higher.width()) || differ(lower.speed(), higher.speed())) {
            problems.add(
                    "linkMismatch",
                    near.node() + "[" + near.port() + "]",
                    "lines "
                            + line.line()
                            + " and "
                            + back.line()
                            + " tell different rates of one cable; that of line "
                            + lower.line()
                            + " counts. Correct one of the two");
        }
        links.add(
                new FabricLink(
                        near,
                        far,
                        lower.width() == null ? higher.width() : lower.width(),
                        lower.speed() == null ? higher.speed() : lower.speed()));
    }

    private static boolean differ(@Nullable Object one, @Nullable Object other) {
        return one != null && other != null && !one.equals(other);
    }
}
