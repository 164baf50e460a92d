// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
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
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** Messages are received by one thread, and what it replies is met by another. */
final class ApartCases {
    private static final int BUFFERS = 16;
    private static final int BYTES = 256;
    private static final int WARM_UP = 50_000;
    private static final int REPLIES = Extent.of(1_000_000, 100_000, 30_000);
    private static final int ROUNDS = 4;
    private static final int IN_FLIGHT = 4;
    private static final long FIRST = 1000;

    private ApartCases() {}

    /** Two pairs that reply to each other; each buffer comes back from the other thread. */
    static void replies() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle sends = bench.cq(63);
            CqHandle receives = bench.cq(63);
            QpHandle one = bench.receiver(sends, receives);
            QpHandle two = bench.receiver(sends, receives);
            Ports.ring(bench, one, BUFFERS, BYTES);
            Ports.ring(bench, two, BUFFERS, BYTES);
            CompletionPort port = ports.open(receives);
            CompletionPort sent = ports.open(sends, "sends", PollingWay.BEST);
            assertEquals(0, port.poll(1));
            Future<Long> end = thread.submit(() -> giveBack(sent));
            begin(bench, one, two);
            int[] replies = {0};
            pingPong(port, replies, WARM_UP);
            int[] until = {WARM_UP};
            assertEquals(0, Ports.leastAllocated(() -> pingPong(port, replies, until[0] += REPLIES)));
            rest(port);
            assertEquals(0, port.receivesHeld());
            receivesNothing(port);
            one.close();
            two.close();
            sends.close();
            assertEquals(replies[0] + (long) IN_FLIGHT, end.get(20, TimeUnit.SECONDS));
        } finally {
            thread.shutdownNow();
        }
    }

    private static void begin(Bench bench, QpHandle from, QpHandle to) {
        MrHandle memory = bench.memory(64);
        AhAttributes way = AhAttributes.local(bench.lid(), Bench.PORT);
        SendTarget.Datagram target =
                new SendTarget.Datagram(
                        bench.pd.createAh(bench.name(), way), to.number(), Bench.QKEY);
        for (int i = 0; i < IN_FLIGHT; i++) {
            Bench.send(
                    from,
                    SendRequest.datagram(FIRST, List.of(Bench.segment(memory, 0, 8)), target));
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
                if (one.wrId() < FIRST) {
                    one.repost();
                }
                completed++;
            }
        }
        port.close();
        return completed;
    }

    private static void pingPong(CompletionPort port, int[] replies, int until) {
        CompletionBatch one = port.batch();
        while (replies[0] < until) {
            port.poll(16);
            while (one.next()) {
                if (!one.reply(8)) {
                    throw new AssertionError("no reply " + replies[0]);
                }
                replies[0]++;
            }
        }
    }

    /** What is under way comes to its end; then both rings are whole. */
    private static void rest(CompletionPort port) {
        Ports.handle(port, IN_FLIGHT, 16, CompletionBatch::repost);
        Ports.until(
                () -> {
                    assertEquals(0, port.poll(16));
                    return port.receivesPosted() == 2 * BUFFERS;
                });
    }

    private static void receivesNothing(CompletionPort port) {
        assertEquals(0, port.poll(64));
        assertEquals(2 * BUFFERS, port.receivesPosted());
        port.close();
    }
}
