// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

/**
 * Two queues with a queue pair and a ring each, to which the same happens: one is polled as this
 * JVM polls, the other by the library.
 */
final class Twins implements AutoCloseable {
    static final int BUFFERS = 8;
    static final int BYTES = 256;

    /** One of the two. */
    record Twin(QpHandle pair, CompletionPort port) {}

    private final Ports ports = new Ports();
    private final Twin tried;
    private final Twin model;

    /**
     * Made.
     *
     * @param entries of each queue, one less than a power of two
     */
    Twins(QpType type, int entries) {
        CqHandle first = ports.bench().cq(entries);
        CqHandle second = ports.bench().cq(entries);
        tried = new Twin(pair(ports.bench(), type, first), ports.open(first));
        model =
                new Twin(
                        pair(ports.bench(), type, second),
                        ports.open(second, "model", PollingWay.CALL));
    }

    /** In INIT if it is to be connected. */
    private static QpHandle pair(Bench bench, QpType type, CqHandle receives) {
        QpInit init = new QpInit(type, new QpCapabilities(16, BUFFERS, 1, 1, 0), false);
        QpHandle qp = bench.pd.createQp(bench.name(), init, bench.cq(63), receives, null);
        return type == QpType.UD ? bench.ready(qp) : qp;
    }

    Bench bench() {
        return ports.bench();
    }

    List<Twin> both() {
        return List.of(tried, model);
    }

    /** Gives each its ring; the pairs are ready. */
    void rings() {
        for (Twin each : both()) {
            assertEquals(0, each.port.poll(1)); // its thread is known from now on
            MrHandle unused = Ports.ring(bench(), each.pair, BUFFERS, BYTES);
        }
    }

    /** What each tells of its next completions, with what the port tells beside the cursor. */
    static List<String> told(Twin twin, int count, int batch, int messageBytes) {
        List<String> all = new ArrayList<>();
        CompletionPort port = twin.port;
        Ports.handle(
                port,
                count,
                batch,
                one -> {
                    int index = one.size() - 1 - port.remaining();
                    assertEquals(one.status(), port.statusOf(index));
                    all.add(Description.of(one, twin.pair.number().value(), messageBytes));
                    if (one.hasBuffer()) {
                        one.repost();
                    }
                });
        return all;
    }

    @Override
    public void close() {
        ports.close();
    }
}
