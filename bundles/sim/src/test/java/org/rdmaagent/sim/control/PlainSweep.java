// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.SmpAttribute;

/** The simplest sweep there is, for worlds without duplicate GUIDs. */
final class PlainSweep {
    private static final int LINK_UP = 5;

    private record Visit(DirectedRoute route, NodeInfo node) {}

    final Set<Guid> nodes = new HashSet<>();
    final Set<String> links = new TreeSet<>();
    int smps;

    private final Asker asker;
    private final ArrayDeque<Visit> open = new ArrayDeque<>();

    PlainSweep(Asker asker) {
        this.asker = asker;
    }

    PlainSweep run() {
        visit(DirectedRoute.LOCAL, nodeInfo(DirectedRoute.LOCAL));
        while (!open.isEmpty()) {
            Visit next = open.remove();
            boolean isSwitch = next.node().nodeType() == NodeType.SWITCH.code();
            int first = isSwitch ? 0 : next.node().localPort();
            int last = isSwitch ? next.node().portCount() : next.node().localPort();
            for (int port = first; port <= last; port++) {
                smps++;
                int state = asker.portInfo(next.route(), port).portPhysicalState();
                boolean followed = isSwitch ? port > 0 : next.route().hops() == 0;
                if (state == LINK_UP && followed) {
                    follow(next, port);
                }
            }
        }
        return this;
    }

    private void follow(Visit from, int port) {
        DirectedRoute route = from.route().then(port);
        NodeInfo there = nodeInfo(route);
        links.add(link(from.node().nodeGuid(), port, there.nodeGuid(), there.localPort()));
        visit(route, there);
    }

    private NodeInfo nodeInfo(DirectedRoute route) {
        smps++;
        return asker.nodeInfo(route);
    }

    private void visit(DirectedRoute route, NodeInfo node) {
        if (nodes.add(node.nodeGuid())) {
            smps++;
            asker.answer(route, SmpAttribute.NODE_DESCRIPTION, 0);
            open.add(new Visit(route, node));
        }
    }

    static String link(FabricLink link) {
        return link(
                link.first().node().guid(),
                link.first().port(),
                link.second().node().guid(),
                link.second().port());
    }

    private static String link(Guid one, int onePort, Guid two, int twoPort) {
        LinkEnd first = new LinkEnd(NodeKey.of(one), onePort);
        LinkEnd second = new LinkEnd(NodeKey.of(two), twoPort);
        return new FabricLink(first, second, null, null).toString();
    }
}
