// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.SmpAttribute;

/** What a sweep asks of a node when it comes to it, and where it goes on from there. */
final class NodeVisits {
    private final FoundNodes nodes;
    private final LinkJudge judge;
    private final PortVisits ports;
    private final Reach reach;
    private final SmpExchange exchange;
    private final KnownSubnet memory;
    private @Nullable FoundPort start;

    NodeVisits(
            FoundNodes nodes,
            LinkJudge judge,
            PortVisits ports,
            Reach reach,
            SmpExchange exchange,
            KnownSubnet memory) {
        this.nodes = nodes;
        this.judge = judge;
        this.ports = ports;
        this.reach = reach;
        this.exchange = exchange;
        this.memory = memory;
    }

    /** Whether the node where the sweep begins has answered. */
    boolean begun() {
        return start != null;
    }

    /** The port at which the sweep came to the node where it began. */
    FoundPort start() {
        return Objects.requireNonNull(start);
    }

    /** The nodes of the result; nothing is asked after that. */
    List<FoundNode> reachable() {
        return reach.within(nodes.inOrder(), start().node);
    }

    /** A node tells what it is. */
    void arrived(SmpRequest request, NodeInfo info) {
        NodeType type = checkedType(info, request.route.hops() == 0);
        FoundPort from = request.port;
        if (from == null) {
            begin(nodes.create(type, info, request.route), info, request.route);
            return;
        }
        if (request.certainty == SmpRequest.Certainty.STEP_BACK) {
            steppedBack(from, type, info, request.route);
            return;
        }
        boolean lastWord = request.certainty == SmpRequest.Certainty.LAST_WORD;
        switch (judge.judge(from, info, lastWord)) {
            case NEW_NODE -> newNode(from, type, info, request.route);
            case LINKED -> linked(from, info, request.route);
            case WAIT -> {}
        }
    }

    /** A packet leaves a switch's port 0 only at the agent's own one. */
    private static NodeType checkedType(NodeInfo info, boolean own) {
        if (info.localPort() > info.portCount() || (info.localPort() == 0 && !own)) {
            throw new IllegalArgumentException(
                    "port " + info.localPort() + " of " + info.portCount());
        }
        return NodeType.ofCode(info.nodeType())
                .orElseThrow(() -> new IllegalArgumentException("node type " + info.nodeType()));
    }

    private void begin(FoundNode node, NodeInfo info, DirectedRoute route) {
        node.distance = 0;
        start = node.port(info.localPort());
        node.known = memory.recognised(null, info);
        visit(node, info, route, false);
        if (!node.isSwitch() && route.hops() > 0) {
            if (reach.crossable(node)) {
                exchange.ask(SmpRequest.stepBack(start(), shorter(route)));
            }
        }
    }

    private static DirectedRoute shorter(DirectedRoute route) {
        int[] ports = new int[route.hops() - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            ports[hop] = route.port(hop);
        }
        return DirectedRoute.of(ports);
    }

    /** A channel adapter cannot be left by its port; the route to it tells what is there. */
    private void steppedBack(FoundPort to, NodeType type, NodeInfo info, DirectedRoute route) {
        FoundNode node = nodes.create(type, info, route);
        int out = to.route.port(route.hops());
        judge.connect(node.port(out), to, true);
        nearer(reach.linked(node, to.node));
        visit(node, info, route, false);
    }

    private void newNode(FoundPort from, NodeType type, NodeInfo info, DirectedRoute route) {
        if (!reach.crossable(from.node)) {
            return; // Asked only to tell two nodes with one GUID apart.
        }
        FoundNode node = nodes.create(type, info, route);
        FoundPort port = node.port(info.localPort());
        node.known = memory.recognised(from, info);
        judge.connect(from, port, true);
        nearer(reach.linked(from.node, node));
        boolean remembered = node.known != null && memory.remembers(node.known);
        visit(node, info, route, remembered);
        if (node.known == null || from.changed) {
            ports.refresh(from);
            ports.refresh(port);
        }
    }

    private void visit(FoundNode node, NodeInfo info, DirectedRoute route, boolean remembered) {
        if (node.known != null) {
            node.known.found = node;
        }
        if (remembered) {
            takeOver(node, info, Objects.requireNonNull(node.known));
        } else {
            exchange.ask(SmpRequest.aboutNode(node, SmpAttribute.NODE_DESCRIPTION));
        }
        if (node.isSwitch()) {
            node.port(0).guid = info.portGuid();
            node.port(info.localPort()).reached = true;
            exchange.ask(SmpRequest.aboutNode(node, SmpAttribute.SWITCH_INFO));
            for (int number = 0; number <= info.portCount(); number++) {
                ports.visit(node.port(number));
            }
        } else {
            visitAdapterPort(node.port(info.localPort()), info, route);
        }
    }

    private static void takeOver(FoundNode node, NodeInfo info, KnownNode known) {
        node.description = known.node.description();
        node.enhancedPort0 = known.node.enhancedPort0();
        for (FabricPort port : known.node.ports()) {
            if (node.isSwitch() || port.number() == info.localPort()) {
                node.port(port.number()).remembered = port;
            }
        }
    }

    private void visitAdapterPort(FoundPort port, NodeInfo info, DirectedRoute route) {
        port.reached = true;
        port.guid = info.portGuid();
        port.route = route;
        ports.visit(port);
    }

    private void nearer(List<FoundNode> found) {
        found.forEach(ports::resume);
    }

    private void linked(FoundPort from, NodeInfo info, DirectedRoute route) {
        FoundPort to = Objects.requireNonNull(from.peer);
        nearer(reach.linked(from.node, to.node));
        boolean sameParity = (from.node.route.hops() - to.node.route.hops()) % 2 == 0;
        if (sameParity && from.node != to.node && to.node.isSwitch()) {
            exchange.oddRing();
        }
        if (!to.node.isSwitch() && !to.reached) {
            secondPort(to, info, route);
        }
        KnownNode known = from.node.known;
        KnownNode other = to.node.known;
        boolean asBefore =
                known != null && other != null && known.led(from.number, other, to.number);
        if (!asBefore || from.changed || to.changed) {
            ports.refresh(from);
            ports.refresh(to);
        }
        judge.doubtIfDown(to);
    }

    /** A further port of a channel adapter is asked by the way that it was reached. */
    private void secondPort(FoundPort port, NodeInfo info, DirectedRoute route) {
        KnownNode known = port.node.known;
        if (known != null && memory.remembers(known) && port.info == null) {
            port.remembered =
                    known.node
                            .port(port.number)
                            .filter(earlier -> earlier.guid().equals(info.portGuid()))
                            .orElse(null);
        }
        visitAdapterPort(port, info, route);
    }
}
