// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.mad.SmpAttribute;

/** What goes wrong at which node; guarded by the subnet's lock. */
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

    void add(int node, Fault fault) {
        faults.computeIfAbsent(node, key -> new ArrayList<>()).add(fault);
    }

    void latency(int node, long nanos) {
        latencies.put(node, nanos);
    }

    void clear() {
        faults.clear();
        latencies.clear();
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
}
