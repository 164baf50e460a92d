// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadClass;

/**
 * A subnet that answers MADs. One lock guards all that changes in it: the pulled cables, the
 * faults, the random numbers, the queues of the sessions, and the steps of the clock. With a
 * virtual clock and one thread that sends, the same seed gives the same run.
 */
public final class Subnet {
    private final ReentrantLock lock = new ReentrantLock();
    private final FabricGraph graph;
    private final SimulationClock clock;
    private final SplittableRandom random;
    private final long latencyNanos;
    private final int lossPerMillion;
    private final FaultTable faults = new FaultTable();
    private final List<SimulatedMadSession> sessions = new ArrayList<>();
    private final Map<Integer, MadResponder> responders;

    /**
     * A subnet without faults.
     *
     * @param latencyNanos from question to answer
     * @param lossPerMillion how many of a million questions get no answer, wherever they go
     */
    public Subnet(
            FabricGraph graph,
            SimulationClock clock,
            long seed,
            long latencyNanos,
            int lossPerMillion) {
        this.graph = graph;
        this.clock = clock;
        this.random = new SplittableRandom(seed);
        this.latencyNanos = latencyNanos;
        this.lossPerMillion = lossPerMillion;
        // A class that is not here gets no answers, as where nobody listens.
        this.responders =
                Map.of(
                        MadClass.SUBN_DIRECTED_ROUTE.code(),
                        new DirectedRouteResponder(this, graph));
    }

    /** The cables. */
    public FabricGraph graph() {
        return graph;
    }

    /** The clock. */
    public SimulationClock clock() {
        return clock;
    }

    /** Changes something while nobody else changes or reads the subnet. */
    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** Reads something while nobody changes the subnet. */
    public <T> T read(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    /** Moves the clock forward and wakes those who wait for it. */
    public void advance(long nanos) {
        locked(
                () -> {
                    clock.advance(nanos);
                    sessions.forEach(SimulatedMadSession::wake);
                });
    }

    /** Makes answers fail; {@code port} may be -1 for all. A loss of a million drops every one. */
    public void fault(NodeKey node, int port, SmpAttribute attribute, int loss, int status) {
        int number = graph.nodeNumber(node);
        locked(() -> faults.add(number, new FaultTable.Fault(port, attribute, loss, status)));
    }

    /** Makes a node slow to answer; it forwards as fast as ever. */
    public void slow(NodeKey node, long nanos) {
        int number = graph.nodeNumber(node);
        locked(() -> faults.latency(number, nanos));
    }

    /** Pulls a cable, or plugs it in again. */
    public void pull(LinkEnd end, boolean down) {
        int port = graph.required(end);
        if (graph.peer(port) == FabricGraph.NONE) {
            throw new IllegalArgumentException("there is no cable at " + end);
        }
        locked(() -> graph.pull(port, down));
    }

    /** Ends all faults and plugs in all cables. */
    public void repair() {
        locked(
                () -> {
                    faults.clear();
                    graph.plugAll();
                });
    }

    ReentrantLock lock() {
        return lock;
    }

    void opened(SimulatedMadSession session) {
        locked(() -> sessions.add(session));
    }

    void closed(SimulatedMadSession session) {
        locked(() -> sessions.remove(session));
    }

    @Nullable MadResponder responder(int managementClass) {
        return responders.get(managementClass);
    }

    boolean loses(int node, int port, int attributeId) {
        int loss = Math.max(lossPerMillion, faults.lossPerMillion(node, port, attributeId));
        return loss > 0 && random.nextInt(FaultTable.MILLION) < loss;
    }

    int faultStatus(int node, int port, int attributeId) {
        return faults.status(node, port, attributeId);
    }

    long latencyNanos(int node) {
        return latencyNanos + faults.latencyNanos(node);
    }
}
