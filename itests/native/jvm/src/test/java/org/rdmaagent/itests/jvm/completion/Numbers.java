// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.verbs.QpHandle;

/** Floods of numbered datagrams: none is lost, none comes twice, and each comes in its turn. */
final class Numbers {
    private static final int BYTES = 64;

    private final Map<Integer, Long> expected = new HashMap<>();
    private final AtomicLong count = new AtomicLong();

    /** Lets the device send to a pair. */
    static void flood(QpHandle pair, long count) {
        int number = pair.number().value();
        assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, count, 0, BYTES));
    }

    /** Ends that; how many there were. */
    static long stop(QpHandle pair) {
        int number = pair.number().value();
        assertEquals(0, Device.mlx4emu_flood_stop(number));
        return Device.mlx4emu_flood_count(number);
    }

    /** The current one; its buffer is given back. */
    void next(CompletionBatch one) {
        if (!one.isSuccess()) {
            throw new AssertionError("after " + count.get() + ": " + one.status());
        }
        ByteBuffer payload = one.payload();
        long number = Long.reverseBytes(payload.getLong(payload.position() + Long.BYTES));
        long turn = expected.getOrDefault(one.qpNum(), 0L);
        if (number != turn) {
            throw new AssertionError(
                    "pair " + one.qpNum() + ": " + number + " came instead of " + turn);
        }
        expected.put(one.qpNum(), turn + 1);
        count.incrementAndGet();
        one.repost();
    }

    /** How many came. Any thread. */
    long count() {
        return count.get();
    }

    /** Of one pair. */
    long count(QpHandle pair) {
        return expected.getOrDefault(pair.number().value(), 0L);
    }
}
