// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.mad.SwitchInfo;
import org.rdmaagent.spi.MadSession;

/**
 * One breadth-first sweep of a subnet by directed-route SMPs. A role: {@link #doWork} is called by
 * one thread until it has nothing left to do, then {@link #topology} tells what was found.
 *
 * <p>Each link is asked once, from the side that is reached first. A channel adapter does not
 * forward SMPs, so only the agent's own one is left by its port. A port that does not tell whether
 * it is up is tried all the same: what is behind it may well answer.
 */
final class DiscoveryEngine implements SmpAnswers {
    /** What {@link Topology#source} says. */
    static final String NAME = "java";

    private static final int ETIMEDOUT = 110;
    private static final int EPROTO = 71;

    private final MadSession session;
    private final SweepProgress progress;
    private final SmpExchange exchange;
    private final FoundNodes nodes = new FoundNodes();
    private final LinkJudge judge;
    private final List<FailedRequest> failures = new ArrayList<>();
    private final List<FoundPort> beyondHopLimit = new ArrayList<>();
    private final Instant startedAt;
    private final long startNanos;
    private @Nullable FoundPort origin;
    private @Nullable RdmaException failure;

    DiscoveryEngine(
            MadSession session, SweepSettings settings, Clock clock, SweepProgress progress) {
        this.session = session;
        this.progress = progress;
        this.exchange = new SmpExchange(session, settings, this);
        this.judge = new LinkJudge(nodes, exchange);
        this.startedAt = clock.instant();
        this.startNanos = session.nanoTime();
        exchange.ask(SmpRequest.origin());
    }

    /**
     * Sends what may be sent and takes one answer.
     *
     * @param maxWaitNanos how long to wait for it at the most
     * @return whether there is more to do
     * @throws RdmaException if the transport is gone
     */
    boolean doWork(long maxWaitNanos) {
        exchange.work(maxWaitNanos);
        return !exchange.idle() || judge.askNextWaiting();
    }

    /**
     * What was found.
     *
     * @throws RdmaException if not even the agent's own node answered
     */
    Topology topology() {
        if (failure != null) {
            throw failure;
        }
        SweepStatistics statistics =
                new SweepStatistics(
                        startedAt,
                        session.nanoTime() - startNanos,
                        exchange.sent(),
                        exchange.retries(),
                        exchange.timeouts(),
                        exchange.maxOnWire());
        return new TopologyAssembly(nodes.inOrder(), Objects.requireNonNull(origin))
                .assemble(failures, beyondHopLimit, statistics);
    }

    /** Packets that came in and answered nothing that was still asked. */
    long ignored() {
        return exchange.ignored();
    }

    @Override
    public boolean wanted(SmpRequest request) {
        FoundPort across = request.attribute == SmpAttribute.NODE_INFO ? request.port : null;
        return across == null || across.peer == null;
    }

    @Override
    public void answered(SmpRequest request, byte[] data) {
        switch (request.attribute) {
            case NODE_INFO -> nodeInfo(request, NodeInfo.decode(data));
            case NODE_DESCRIPTION ->
                    askedNode(request).description = NodeDescription.decode(data).text();
            case SWITCH_INFO ->
                    askedNode(request).enhancedPort0 = SwitchInfo.decode(data).enhancedPort0();
            case PORT_INFO -> portInfo(askedPort(request), PortInfo.decode(data));
            case MLNX_EXT_PORT_INFO -> askedPort(request).extended = MlnxExtPortInfo.decode(data);
        }
    }

    @Override
    public void failed(SmpRequest request, boolean answered, String status) {
        if (request.attribute == SmpAttribute.NODE_INFO && request.port == null) {
            failure = originFailure(answered, status);
            return;
        }
        if (request.attribute == SmpAttribute.MLNX_EXT_PORT_INFO && answered) {
            return; // The device does not have it, so the link is what PortInfo says: QDR.
        }
        boolean nobodyThere = request.certainty == SmpRequest.Certainty.BLIND && !answered;
        if (!nobodyThere && wanted(request)) {
            failures.add(new FailedRequest(request, status));
        }
        if (request.attribute == SmpAttribute.PORT_INFO && leadsOn(askedPort(request))) {
            across(askedPort(request), SmpRequest.Certainty.BLIND);
        }
    }

    private void nodeInfo(SmpRequest request, NodeInfo info) {
        NodeType type = checkedType(info, request.port == null);
        FoundPort from = request.port;
        if (from == null) {
            origin = reached(nodes.create(type, info, request.route), info, request.route);
            return;
        }
        boolean lastWord = request.certainty == SmpRequest.Certainty.LAST_WORD;
        switch (judge.judge(from, info, lastWord)) {
            case NEW_NODE -> {
                FoundNode node = nodes.create(type, info, request.route);
                LinkJudge.link(from, node.port(info.localPort()), true);
                reached(node, info, request.route);
            }
            case LINKED -> arrivedAtKnownNode(Objects.requireNonNull(from.peer), info, request);
            case WAIT -> {}
        }
    }

    /** A packet leaves a switch's port 0 only at the start. */
    private static NodeType checkedType(NodeInfo info, boolean start) {
        if (info.localPort() > info.portCount() || (info.localPort() == 0 && !start)) {
            throw new IllegalArgumentException(
                    "port " + info.localPort() + " of " + info.portCount());
        }
        return NodeType.ofCode(info.nodeType())
                .orElseThrow(() -> new IllegalArgumentException("node type " + info.nodeType()));
    }

    private FoundPort reached(FoundNode node, NodeInfo info, DirectedRoute route) {
        progress.nodeFound(nodes.inOrder().size(), exchange.sent());
        FoundPort port = node.port(info.localPort());
        port.route = route;
        exchange.ask(SmpRequest.aboutNode(node, SmpAttribute.NODE_DESCRIPTION));
        if (node.isSwitch()) {
            node.port(0).guid = info.portGuid();
            exchange.ask(SmpRequest.aboutNode(node, SmpAttribute.SWITCH_INFO));
            for (int number = 0; number <= info.portCount(); number++) {
                exchange.ask(SmpRequest.aboutPort(node.port(number), SmpAttribute.PORT_INFO));
            }
        } else {
            port.guid = info.portGuid();
            exchange.ask(SmpRequest.aboutPort(port, SmpAttribute.PORT_INFO));
        }
        return port;
    }

    /** A further port of a channel adapter is asked by the way that it was reached. */
    private void arrivedAtKnownNode(FoundPort port, NodeInfo info, SmpRequest request) {
        if (!port.node.isSwitch() && port.guid.value() == 0) {
            port.guid = info.portGuid();
            port.route = request.route;
            exchange.ask(SmpRequest.aboutPort(port, SmpAttribute.PORT_INFO));
        }
        judge.doubtIfDown(port);
    }

    private void portInfo(FoundPort port, PortInfo info) {
        port.info = info;
        judge.doubtIfDown(port);
        if (Fdr10Devices.mayRunFdr10(port)) {
            exchange.ask(SmpRequest.aboutPort(port, SmpAttribute.MLNX_EXT_PORT_INFO));
        }
        if (port.linkUp() && leadsOn(port)) {
            across(port, SmpRequest.Certainty.KNOWN);
        }
    }

    /** A switch forwards; else only the agent's own port is a way out. */
    private boolean leadsOn(FoundPort port) {
        return port.node.isSwitch() ? port.number > 0 : port == origin;
    }

    private void across(FoundPort port, SmpRequest.Certainty certainty) {
        if (port.peer != null) {
            return;
        }
        if (port.node.route.hops() == DirectedRoute.MAX_HOPS) {
            if (certainty == SmpRequest.Certainty.KNOWN) {
                beyondHopLimit.add(port);
            }
            return;
        }
        exchange.ask(SmpRequest.across(port, certainty));
    }

    private RdmaException originFailure(boolean answered, String status) {
        return new RdmaException(
                "SubnGet(NodeInfo)",
                Errno.of(answered ? EPROTO : ETIMEDOUT),
                session.port().toString(),
                answered
                        ? "the agent's own port answered " + status + "; look at its driver's log"
                        : "the agent's own port does not answer SMPs; see that its driver is"
                                + " loaded and that nothing else holds its QP0");
    }

    private static FoundNode askedNode(SmpRequest request) {
        return Objects.requireNonNull(request.node);
    }

    private static FoundPort askedPort(SmpRequest request) {
        return Objects.requireNonNull(request.port);
    }
}
