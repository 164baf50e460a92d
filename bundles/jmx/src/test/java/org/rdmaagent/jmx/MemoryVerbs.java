// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.DeviceNodeType;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.PortCapabilities;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ResourceCounts;
import org.rdmaagent.verbs.SelfTestResult;
import org.rdmaagent.verbs.VerbsService;

/** Verbs in memory: the queue pairs that a test puts in; the self-test fails on port 2. */
final class MemoryVerbs implements VerbsService {
    final List<QueuePair> pairs = new ArrayList<>();

    @Override
    public DeviceContext open(String device, String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<DeviceContext> contexts() {
        return List.of();
    }

    @Override
    public List<QueuePair> queuePairs() {
        return List.copyOf(pairs);
    }

    @Override
    public Optional<QueuePair> queuePair(String device, QpNumber number) {
        return pairs.stream()
                .filter(pair -> pair.device().equals(device) && pair.number().equals(number))
                .findFirst();
    }

    @Override
    public ResourceCounts resources(String device) {
        Map<ObjectKind, Integer> held = new EnumMap<>(ObjectKind.class);
        for (ObjectKind kind : ObjectKind.values()) {
            held.put(kind, kind == ObjectKind.QUEUE_PAIR ? pairs.size() : 0);
        }
        return new ResourceCounts(held, Map.of(ObjectKind.COMPLETION_QUEUE, 9));
    }

    @Override
    public PortCapabilities capabilities(PortId port) {
        boolean ethernet = port.device().startsWith("rxe");
        return new PortCapabilities(
                DeviceNodeType.CA,
                ethernet ? LinkLayer.ETHERNET : LinkLayer.INFINIBAND,
                false,
                ethernet ? 1 : 2);
    }

    @Override
    public SelfTestResult selfTest(PortId port, int messages, int bytes) {
        if (port.port() > 2) {
            throw new RdmaException(
                    "ibv_query_port", Errno.of(22), port.toString(), "use a port in 1..2");
        }
        return port.port() == 1
                ? new SelfTestResult(
                        port, QpType.RC, messages, bytes, messages, 0, 10, 20, 30, 40, 50, "fine")
                : new SelfTestResult(
                        port, QpType.RC, messages, bytes, 0, 1, 0, 0, 0, 0, 0, "is DOWN");
    }
}
