// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
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
 * One sweep of a subnet, or of a part of it, by directed-route SMPs. A role: {@link #doWork} is
 * called by one thread until it has nothing left to do, then {@link #topology} tells what was
 * found.
 *
 * <p>Each link is asked once, from one side. A channel adapter does not forward SMPs, so only the
 * agent's own one is left by its port. A port that does not tell whether it is up is tried all the
 * same: what is behind it may well answer.
 *
 * <p>A sweep that confirms an earlier result goes the same way, but takes over what is known of a
 * node that answers as before behind the same cable ({@link KnownSubnet}). So each link is
 * confirmed now; a switch that says that some port changed is asked for all of its ports. What no
 * link and no such bit shows, as a new description or LID of a host, may be as old as {@link
 * KnownSubnet#TURNS} sweeps.
 */
final class DiscoveryEngine implements SmpAnswers {
    /** What {@link Topology#source} says. */
    static final String NAME = "java";

    private final MadSession session;
    private final SweepPlan plan;
    private final SmpExchange exchange;
    private final FoundNodes nodes = new FoundNodes();
    private final LinkJudge judge;
    private final LinkCrossing crossing;
    private final PortVisits ports;
    private final NodeVisits visits;
    private final List<FailedRequest> failures = new ArrayList<>();
    private final Instant startedAt;
    private final long startNanos;
    private @Nullable RdmaException failure;

    DiscoveryEngine(MadSession session, SweepSettings settings, SweepPlan plan, Clock clock) {
        this.session = session;
        this.plan = plan;
        this.exchange = new SmpExchange(session, settings, this);
        this.judge = new LinkJudge(nodes, exchange);
        Reach reach = new Reach(plan.hops());
        this.crossing = new LinkCrossing(exchange, reach);
        Topology known = plan.known();
        KnownSubnet memory =
                known == null ? KnownSubnet.none() : new KnownSubnet(known, plan.turn());
        this.ports = new PortVisits(judge, crossing, exchange, memory);
        this.visits = new NodeVisits(nodes, judge, ports, reach, exchange, memory);
        this.startedAt = clock.instant();
        this.startNanos = session.nanoTime();
        exchange.ask(SmpRequest.start(plan.from()));
    }

    /**
     * Sends what may be sent and takes one answer.
     *
     * @param maxWaitNanos how long to wait for it at the most
     * @return whether there is more to do
     * @throws RdmaException if the transport is gone, or refuses the route to the start
     */
    boolean doWork(long maxWaitNanos) {
        try {
            exchange.work(maxWaitNanos);
        } catch (RdmaException e) {
            throw visits.begun() ? e : StartFailure.refused(plan.from(), e);
        }
        return !exchange.idle()
                || ports.askChanged()
                || judge.askNextWaiting()
                || crossing.askNextParked();
    }

    /**
     * What was found.
     *
     * @throws RdmaException if not even the node where the sweep begins answered
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
                        exchange.maxOnWire(),
                        plan.from(),
                        plan.hops(),
                        plan.known() != null);
        return new TopologyAssembly(visits.reachable(), visits.start())
                .assemble(failures, crossing.beyondHopLimit(), statistics);
    }

    /** Nodes found so far. */
    int nodesFound() {
        return nodes.inOrder().size();
    }

    /** Links found so far; fewer again if one turns out to be wrong. */
    int linksFound() {
        return judge.links();
    }

    /** SMPs sent so far, repeats included. */
    long smpsSent() {
        return exchange.sent();
    }

    /** Packets that came in and answered nothing that was still asked. */
    long ignored() {
        return exchange.ignored();
    }

    @Override
    public boolean wanted(SmpRequest request) {
        FoundPort across = request.crosses() ? request.port : null;
        return across == null || (across.peer == null && !across.surelyDown());
    }

    @Override
    public void answered(SmpRequest request, byte[] data) {
        switch (request.attribute) {
            case NODE_INFO -> visits.arrived(request, NodeInfo.decode(data));
            case NODE_DESCRIPTION ->
                    askedNode(request).description = NodeDescription.decode(data).text();
            case SWITCH_INFO -> ports.switchInfo(askedNode(request), SwitchInfo.decode(data));
            case PORT_INFO -> ports.portInfo(askedPort(request), PortInfo.decode(data));
            case MLNX_EXT_PORT_INFO -> askedPort(request).extended = MlnxExtPortInfo.decode(data);
        }
    }

    @Override
    public void delayed(SmpRequest request) {
        if (request.crosses()) {
            ports.refresh(askedPort(request)); // The cable may be gone.
        }
    }

    @Override
    public void failed(SmpRequest request, boolean answered, String status) {
        if (!visits.begun()) {
            DirectedRoute route = plan.from();
            failure = StartFailure.of(session.port(), route, answered, status);
            return;
        }
        if (request.attribute == SmpAttribute.MLNX_EXT_PORT_INFO && answered) {
            return; // The device does not have it, so the link is what PortInfo says: QDR.
        }
        boolean nobodyThere = request.certainty == SmpRequest.Certainty.BLIND && !answered;
        if (!nobodyThere && wanted(request)) {
            failures.add(new FailedRequest(request, status));
        }
        if (request.crosses()) {
            ports.refresh(askedPort(request));
        }
        if (request.attribute == SmpAttribute.PORT_INFO) {
            ports.portSilent(askedPort(request));
        }
    }

    private static FoundNode askedNode(SmpRequest request) {
        return Objects.requireNonNull(request.node);
    }

    private static FoundPort askedPort(SmpRequest request) {
        return Objects.requireNonNull(request.port);
    }
}
