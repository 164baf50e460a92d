// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;

/** Messages are received by one thread, and what it replies is met by another. */
final class ApartCases {
    private static final int BUFFERS = 16;
    private static final int BYTES = 256;
    private static final int WARM_UP = 50_000;
    private static final int REPLIES = Extent.of(1_000_000, 100_000, 30_000);
    private static final int REPLY = 16;

    private ApartCases() {}

    /**
     * The device sends as the pair itself, which is who gets the replies, and replies again; what
     * finds no buffer is dropped. Each buffer comes back from the other thread.
     */
    static void replies() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle sends = bench.cq(63);
            CqHandle receives = bench.cq(63);
            QpHandle pair = bench.receiver(sends, receives);
            Ports.ring(bench, pair, BUFFERS, BYTES);
            CompletionPort port = ports.open(receives);
            CompletionPort sent = ports.open(sends, "sends", PollingWay.BEST);
            assertEquals(0, port.poll(1));
            Future<Long> end = thread.submit(() -> giveBack(sent));
            Numbers.flood(pair, 0);
            int[] replies = {0};
            int[] until = {WARM_UP};
            reply(port, replies, end, until[0]);
            assertEquals(
                    0, Ports.leastAllocated(() -> reply(port, replies, end, until[0] += REPLIES)));
            Numbers.stop(pair);
            whole(port);
            pair.close();
            sends.close();
            assertEquals(replies[0], end.get(20, TimeUnit.SECONDS));
        } finally {
            thread.shutdownNow();
        }
    }

    /** How many sends completed until the queue was closed. */
    private static long giveBack(CompletionPort port) {
        long completed = 0;
        CompletionBatch one = port.batch();
        while (port.poll(16) >= 0) {
            while (one.next()) {
                if (!one.isSuccess()) {
                    throw new AssertionError("a send: " + one.status());
                }
                one.repost();
                completed++;
            }
        }
        port.close();
        return completed;
    }

    private static void reply(CompletionPort port, int[] replies, Future<Long> end, int until) {
        CompletionBatch one = port.batch();
        while (replies[0] < until) {
            port.poll(16);
            while (one.next()) {
                if (one.reply(REPLY)) {
                    replies[0]++;
                } else {
                    one.repost(); // the send queue is full
                }
            }
            if (end.isDone()) {
                throw new AssertionError("the other thread ended: " + end);
            }
        }
    }

    /** What is under way comes to its end; then the ring has all its buffers. */
    private static void whole(CompletionPort port) {
        CompletionBatch one = port.batch();
        Ports.until(
                () -> {
                    int found = port.poll(16);
                    while (one.next()) {
                        one.repost();
                    }
                    return found == 0 && port.receivesPosted() == BUFFERS;
                });
        assertEquals(0, port.receivesHeld());
    }
}
