// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.stream.LongStream;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;

/**
 * A datagram queue pair with a ring, to which the device sends numbered messages of a size that
 * tells this life of the pair from others.
 */
final class Life {
    private static final int BYTES_EACH = 256;
    private static final int NETWORK_HEADER = 40;

    private final QpHandle pair;
    private final MrHandle memory;
    private final int bytes;
    private final Queue<Long> outstanding = new ArrayDeque<>();

    private Life(Bench bench, QpHandle pair, int buffers, int bytes) {
        this.pair = pair;
        this.memory = Ports.ring(bench, pair, buffers, BYTES_EACH);
        this.bytes = bytes;
    }

    /** Of a new pair, whose sends report elsewhere. */
    static Life begin(Bench bench, CqHandle receives, int buffers, int bytes) {
        return new Life(bench, bench.receiver(receives), buffers, bytes);
    }

    /** Of a pair that was brought back to RESET. */
    static Life again(Bench bench, Life before, int buffers, int bytes) {
        return new Life(bench, bench.ready(before.pair), buffers, bytes);
    }

    int number() {
        return pair.number().value();
    }

    /** So many messages are in the queue when it returns; the ring has room for them. */
    void hear(int count) {
        if (count == 0) {
            return; // to the device that is a flood without end
        }
        int number = number();
        // The device counts from 0 with each flood.
        LongStream.range(0, count).forEach(outstanding::add);
        assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, count, 0, bytes));
        Ports.until(() -> Device.mlx4emu_flood_count(number) == count);
    }

    /** The next message of this life; its buffer is given back. */
    void next(CompletionBatch one) {
        assertEquals(number(), one.qpNum());
        assertEquals(bytes + NETWORK_HEADER, one.byteLen(), "of this life");
        ByteBuffer payload = one.payload();
        long number = Long.reverseBytes(payload.getLong(payload.position() + Long.BYTES));
        assertEquals(outstanding.remove(), number);
        one.repost();
    }

    /** What was sent and not met. */
    int outstanding() {
        return outstanding.size();
    }

    void reset() {
        pair.modify(QpAttributes.ofState(QpState.RESET));
        memory.close();
    }

    void end() {
        pair.close();
        memory.close();
    }
}
