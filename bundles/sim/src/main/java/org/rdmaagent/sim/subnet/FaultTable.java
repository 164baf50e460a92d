// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.mad.SmpAttribute;

/** What goes wrong at which node or cable; guarded by the subnet's lock. */
final class FaultTable {
    /** Every port of a node. */
    static final int ANY_PORT = -1;

    static final int MILLION = 1_000_000;

    /**
     * A fault of one attribute.
     *
     * @param port the port asked about (for attributes of the node: the port it came in at), or
     *     {@link #ANY_PORT}
     * @param lossPerMillion how many of a million questions get no answer
     * @param status the status of those that do; 0 leaves the answer alone
     */
    record Fault(int port, SmpAttribute attribute, int lossPerMillion, int status) {
        boolean covers(int askedPort, int attributeId) {
            return attribute.code() == attributeId && (port == ANY_PORT || port == askedPort);
        }
    }

    private final Map<Integer, List<Fault>> faults = new HashMap<>();
    private final Map<Integer, Long> latencies = new HashMap<>();
    private final Map<Integer, ServiceQueue> services = new HashMap<>();
    private final Map<Integer, Integer> busy = new HashMap<>();
    private final Map<Integer, Integer> cables = new HashMap<>();

    /** Refuses what is no share of a million. */
    static void requireRate(String what, int perMillion) {
        if (perMillion < 0 || perMillion > MILLION) {
            throw new IllegalArgumentException(
                    "a " + what + " lies in 0..1000000 per million, not " + perMillion);
        }
    }

    void add(int node, Fault fault) {
        faults.computeIfAbsent(node, key -> new ArrayList<>()).add(fault);
    }

    void latency(int node, long nanos) {
        latencies.put(node, nanos);
    }

    void service(int node, long nanos, int places) {
        services.remove(node);
        if (nanos > 0) {
            services.put(node, new ServiceQueue(nanos, places));
        }
    }

    void busy(int node, int perMillion) {
        busy.put(node, perMillion);
    }

    /** A cable is known by either of its ports. */
    void cable(int port, int peer, int lossPerMillion) {
        cables.put(port, lossPerMillion);
        cables.put(peer, lossPerMillion);
    }

    void clear() {
        faults.clear();
        latencies.clear();
        services.clear();
        busy.clear();
        cables.clear();
    }

    int lossPerMillion(int node, int port, int attributeId) {
        int loss = 0;
        for (Fault fault : faults.getOrDefault(node, List.of())) {
            if (fault.covers(port, attributeId)) {
                loss = Math.max(loss, fault.lossPerMillion());
            }
        }
        return loss;
    }

    int status(int node, int port, int attributeId) {
        for (Fault fault : faults.getOrDefault(node, List.of())) {
            if (fault.status() != 0 && fault.covers(port, attributeId)) {
                return fault.status();
            }
        }
        return 0;
    }

    long latencyNanos(int node) {
        return latencies.isEmpty() ? 0 : latencies.getOrDefault(node, 0L);
    }

    int busyPerMillion(int node) {
        return busy.isEmpty() ? 0 : busy.getOrDefault(node, 0);
    }

    int cableLossPerMillion(int port) {
        return cables.isEmpty() ? 0 : cables.getOrDefault(port, 0);
    }

    /**
     * When a node has answered a question that arrives then; {@link ServiceQueue#LOST} if never.
     */
    long served(int node, long arrival) {
        ServiceQueue service = services.isEmpty() ? null : services.get(node);
        return service == null ? arrival : service.take(arrival);
    }
}
