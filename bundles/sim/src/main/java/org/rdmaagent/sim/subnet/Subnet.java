// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
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
    private final Transit built;
    private Transit transit;
    private final ManagementKeyTable keys = new ManagementKeyTable();
    private final FaultTable faults = new FaultTable();
    private final List<SimulatedMadSession> sessions = new ArrayList<>();
    // A class that is not here gets no answers, as where nobody listens.
    private final Map<Integer, MadResponder> responders = new HashMap<>();

    /**
     * A subnet without faults.
     *
     * @param transit how it carries, until somebody changes that
     */
    public Subnet(FabricGraph graph, SimulationClock clock, long seed, Transit transit) {
        this.graph = graph;
        this.clock = clock;
        this.random = new SplittableRandom(seed);
        this.built = transit;
        this.transit = transit;
        responders.put(
                MadClass.SUBN_DIRECTED_ROUTE.code(), new DirectedRouteResponder(this, graph, keys));
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

    /** Lets a node work on one question at a time; 0 nanoseconds end that. */
    public void service(NodeKey node, long nanos, int places) {
        int number = graph.nodeNumber(node);
        locked(() -> faults.service(number, nanos, places));
    }

    /** Lets a node answer so many of a million questions with "busy". */
    public void busy(NodeKey node, int perMillion) {
        int number = graph.nodeNumber(node);
        locked(() -> faults.busy(number, perMillion));
    }

    /** Lets a cable lose so many of a million questions that pass it, or their answers. */
    public void lossyCable(LinkEnd end, int perMillion) {
        int port = cable(end);
        locked(() -> faults.cable(port, graph.peer(port), perMillion));
    }

    /** Changes how everything is carried. */
    public void transit(UnaryOperator<Transit> change) {
        locked(() -> transit = change.apply(transit));
    }

    /**
     * Sets the M_Key of a port, or of all that have one: port 0 of a switch, the others elsewhere.
     *
     * @param port -1 for all
     */
    public void mKey(NodeKey node, int port, long key, int protectBits) {
        List<Integer> ports = keyPorts(graph.nodeNumber(node), port);
        locked(() -> ports.forEach(at -> keys.set(at, key, protectBits)));
    }

    /** Sets the M_Key of every port that has one. */
    public void mKeys(long key, int protectBits) {
        locked(
                () -> {
                    for (int node = 0; node < graph.nodeCount(); node++) {
                        for (int port : keyPorts(node, FaultTable.ANY_PORT)) {
                            keys.set(port, key, protectBits);
                        }
                    }
                });
    }

    /** Takes every M_Key away. */
    public void clearMKeys() {
        locked(keys::clear);
    }

    /** How often a port refused a question for its M_Key, 0 to 65535. */
    public int mKeyViolations(NodeKey node, int port) {
        int at = keyPorts(graph.nodeNumber(node), port).get(0);
        return read(() -> keys.violations(at));
    }

    private List<Integer> keyPorts(int node, int port) {
        boolean isSwitch = graph.node(node).type() == NodeType.SWITCH;
        int first = isSwitch ? 0 : 1;
        int last = isSwitch ? 0 : graph.highestPort(node);
        if (port == FaultTable.ANY_PORT) {
            return IntStream.rangeClosed(first, last)
                    .mapToObj(number -> graph.port(node, number))
                    .toList();
        }
        if (port < first || port > last) {
            throw new IllegalArgumentException(
                    graph.node(node).key() + " has no M_Key at port " + port);
        }
        return List.of(graph.port(node, port));
    }

    /** Pulls a cable, or plugs it in again. */
    public void pull(LinkEnd end, boolean down) {
        int port = cable(end);
        locked(() -> graph.cables().pull(graph, port, down));
    }

    private int cable(LinkEnd end) {
        int port = graph.required(end);
        if (graph.peer(port) == FabricGraph.NONE) {
            throw new IllegalArgumentException("there is no cable at " + end);
        }
        return port;
    }

    /** Clears the bit of every switch that says that some port has changed its state. */
    public void clearChanges() {
        locked(graph.cables()::clearChanges);
    }

    /** Ends all faults and plugs in all cables. */
    public void repair() {
        locked(
                () -> {
                    transit = built;
                    faults.clear();
                    graph.cables().plugAll(graph);
                });
    }

    /** Lets somebody answer a management class. */
    public void serve(MadClass managementClass, MadResponder responder) {
        locked(() -> responders.put(managementClass.code(), responder));
    }

    /**
     * How long a question that is routed by LID, and its answer, are under way together.
     *
     * @return empty if one of them gets lost
     */
    public OptionalLong carried() {
        long jitter = transit.jitterNanos();
        long way = transit.roundTripNanos() + (jitter == 0 ? 0 : random.nextLong(jitter + 1));
        return happens(transit.lossPerMillion()) ? OptionalLong.empty() : OptionalLong.of(way);
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
        int loss =
                Math.max(transit.lossPerMillion(), faults.lossPerMillion(node, port, attributeId));
        return happens(loss);
    }

    boolean cableLoses(int port) {
        return happens(faults.cableLossPerMillion(port));
    }

    private boolean happens(int perMillion) {
        return perMillion > 0 && random.nextInt(FaultTable.MILLION) < perMillion;
    }

    /** The status that takes the place of an answer; 0 if none does. */
    int faultStatus(int node, int port, int attributeId) {
        return happens(faults.busyPerMillion(node))
                ? SubnetManagementAgent.BUSY
                : faults.status(node, port, attributeId);
    }

    /**
     * How long the answer of a node takes from now; the question is half of the way under way
     * before the node sees it.
     *
     * @return {@link ServiceQueue#LOST} if the node has no place for the question
     */
    long latencyNanos(int node, int hops) {
        long jitter = transit.jitterNanos();
        long way =
                transit.roundTripNanos()
                        + transit.hopNanos() * hops
                        + (jitter == 0 ? 0 : random.nextLong(jitter + 1));
        long arrival = clock.nanoTime() + way / 2;
        long served = faults.served(node, arrival);
        return served == ServiceQueue.LOST
                ? ServiceQueue.LOST
                : served - arrival + way + faults.latencyNanos(node);
    }
}
