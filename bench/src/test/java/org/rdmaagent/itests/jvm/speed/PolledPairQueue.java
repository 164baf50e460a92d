// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.util.List;
import java.util.stream.LongStream;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;

/** A completion queue that only receives of one queue pair for datagrams report to. */
final class PolledPairQueue {
    private static final int PORT = 1;
    private static final int QKEY = 0x1234;
    private static final QpCapabilities SIZES = new QpCapabilities(1, Subject.RECEIVES, 1, 1, 0);

    private final String name;
    private final QpHandle pair;
    private final MrHandle memory;

    /**
     * Makes it; all receives are posted.
     *
     * @param ring whether as a ring; else one by one
     */
    PolledPairQueue(EmulatedDevice device, String name, boolean ring) {
        this.name = name;
        CqHandle receives = device.context().createCq(name, Subject.ENTRIES, null, 0);
        CqHandle sends = device.context().createCq(name + ", sends", 1, null, 0);
        pair =
                device.pd()
                        .createQp(name, new QpInit(QpType.UD, SIZES, false), sends, receives, null);
        memory = device.memory((long) Subject.RECEIVES * Subject.BUFFER_BYTES);
        start(ring);
    }

    private void start(boolean ring) {
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(PORT)
                        .qkey(QKEY)
                        .build());
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
        if (ring) {
            var unused = pair.postReceiveRing(memory, Subject.BUFFER_BYTES);
        } else {
            var unused = pair.postReceive(requests());
        }
    }

    private List<ReceiveRequest> requests() {
        return LongStream.range(0, Subject.RECEIVES).mapToObj(this::request).toList();
    }

    private ReceiveRequest request(long wrId) {
        long offset = wrId * Subject.BUFFER_BYTES;
        long address = memory.address() + offset;
        ScatterGather segment = new ScatterGather(address, Subject.BUFFER_BYTES, memory.lkey());
        return new ReceiveRequest(wrId, List.of(segment));
    }

    /** The number of the queue pair. */
    int pair() {
        return pair.number().value();
    }

    /** As a source of ports knows it. */
    PolledQueue in(CompletionPorts source) {
        return source.queues().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
