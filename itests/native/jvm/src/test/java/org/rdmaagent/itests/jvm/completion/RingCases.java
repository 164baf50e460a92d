// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Receive rings: messages, and what becomes of the buffers. */
public final class RingCases {
    private static final int BYTES = 256;
    private static final int BUFFERS = 16;
    private static final int MANY = 20_000;

    private RingCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("buffers are handed out and posted again", RingCases::goesRound),
                new NamedCase("handing out makes no garbage", RingCases::noGarbage),
                new NamedCase("what nobody asks for is posted again", RingCases::unasked),
                new NamedCase("a shared ring serves its pairs", RingCases::shared),
                new NamedCase("a flushed ring is not posted again", RingCases::flushed),
                new NamedCase("a reset ends the ring", RingCases::reset),
                new NamedCase("a ring needs its region", RingCases::region),
                new NamedCase("buffers polled by hand are lost", RingCases::byHand),
                new NamedCase("a ring comes while the queue is polled", RingCases::late));
    }

    private static long sequence(ByteBuffer payload) {
        return Long.reverseBytes(payload.getLong(payload.position() + Long.BYTES));
    }

    private static void flood(QpHandle qp, long count, long rate) {
        int number = qp.number().value();
        assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, count, rate, 64));
    }

    private static void goesRound() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, BUFFERS, BYTES);
            CompletionPort port = ports.open(cq);
            assertEquals(0, port.poll(1));
            assertEquals(BUFFERS, port.receivesPosted());
            flood(qp, MANY, 0);
            int[] next = {0};
            Ports.handle(
                    port,
                    MANY,
                    7,
                    one -> {
                        assertTrue(one.hasPayload());
                        ByteBuffer payload = one.payload();
                        assertEquals(64, payload.remaining());
                        assertEquals(next[0]++, sequence(payload));
                        one.repost();
                        assertThrows(IllegalStateException.class, one::repost);
                    });
            port.flush();
            assertEquals(BUFFERS, port.receivesPosted());
            assertEquals(0, port.receivesHeld());
            port.close();
        }
    }

    private static void noGarbage() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, BUFFERS, BYTES);
            CompletionPort port = ports.open(cq);
            flood(qp, 0, 0);
            long[] sum = {0};
            pump(port, 200_000, sum);
            assertEquals(0, Ports.leastAllocated(() -> pump(port, 200_000, sum)));
            assertTrue(sum[0] > 0);
            assertEquals(0, Device.mlx4emu_flood_stop(qp.number().value()));
        }
    }

    private static void pump(CompletionPort port, int polls, long[] sum) {
        CompletionBatch one = port.batch();
        for (int i = 0; i < polls; i++) {
            port.poll(16);
            while (one.next()) {
                if (one.hasPayload()) {
                    sum[0] += sequence(one.payload()) + one.flags() + one.srcQp();
                }
                one.repost();
            }
        }
    }

    private static void unasked() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, BUFFERS, BYTES);
            CompletionPort port = ports.open(cq);
            flood(qp, 8, 0);
            int[] found = {0};
            Ports.until(
                    () -> {
                        port.flush();
                        found[0] += port.poll(64);
                        return found[0] == 8;
                    });
            assertTrue(port.batch().next());
            assertTrue(port.receivesHeld() > 0);
            port.abandonCurrent();
            port.flush();
            assertEquals(0, port.remaining());
            assertEquals(BUFFERS, port.receivesPosted());
            assertEquals(0, port.receivesHeld());
        }
    }

    private static void shared() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(1023);
            SrqHandle srq = bench.pd.createSrq("srq", new SrqAttributes(64, 1, 0));
            MrHandle memory = bench.memory(64L * BYTES);
            CompletionPort port = ports.openMixed(cq);
            QpHandle client = bench.qp(QpType.RC, bench.cq(255), null);
            QpHandle server = bench.qp(QpType.RC, cq, srq);
            bench.connect(server, client);
            bench.connect(client, server);
            ReceiveRing ring = srq.postReceiveRing(memory, BYTES);
            assertEquals(Optional.of(ring), srq.receiveRing());
            assertTrue(ring.buffers() <= 64, ring.toString());
            MrHandle source = bench.memory(64);
            for (int i = 0; i < 200; i++) {
                source.buffer().put(0, (byte) i);
                Bench.send(client, SendRequest.send(i, List.of(Bench.segment(source, 0, 8))));
                int expected = i;
                Ports.handle(
                        port,
                        1,
                        4,
                        one -> {
                            assertEquals((byte) expected, one.payload().get());
                            one.repost();
                        });
                Bench.completions(client.sendCq().orElseThrow(), 1);
            }
            Refusals.refused("EBUSY", memory::close, "srq");
            server.close();
            srq.close();
            memory.close();
            assertEquals(0, port.poll(1));
            assertEquals(0, port.receivesPosted());
        }
    }

    private static void flushed() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, BUFFERS, BYTES);
            CompletionPort port = ports.open(cq);
            qp.modify(QpAttributes.ofState(QpState.ERR));
            Ports.handle(
                    port,
                    BUFFERS,
                    64,
                    one -> {
                        assertEquals(WorkCompletionStatus.WR_FLUSH_ERR, one.status());
                        one.repost();
                    });
            for (int i = 0; i < 1000; i++) {
                assertEquals(0, port.poll(64));
            }
            assertEquals(0, port.receivesPosted());
            assertEquals(0, port.receivesHeld());
        }
    }

    private static void reset() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.separate(QpType.UD, bench.cq(255), cq);
            MrHandle memory = bench.memory(BUFFERS * BYTES);
            Refusals.refused("EINVAL", () -> qp.postReceiveRing(memory, BYTES), "INIT");
            qp.modify(
                    QpAttributes.builder()
                            .qpState(QpState.INIT)
                            .pkeyIndex(0)
                            .portNum(Bench.PORT)
                            .qkey(1)
                            .build());
            qp.postReceiveRing(memory, BYTES);
            Refusals.refused("EINVAL", () -> qp.postReceiveRing(memory, BYTES), "a ring already");
            CompletionPort port = ports.open(cq);
            port.poll(1);
            assertEquals(BUFFERS, port.receivesPosted());
            Refusals.refused("EBUSY", memory::close, "qp");
            port.close();
            qp.modify(QpAttributes.ofState(QpState.RESET));
            assertEquals(Optional.empty(), qp.receiveRing());
            memory.close();
        }
    }

    private static void region() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            MrHandle readOnly = bench.pd.registerMemory("read only", 4096, Set.of());
            Refusals.refused("EINVAL", () -> qp.postReceiveRing(readOnly, BYTES), "LOCAL_WRITE");
            MrHandle other =
                    bench.context.allocPd("other").registerMemory("other", 4096, Bench.ALL_ACCESS);
            Refusals.refused("EINVAL", () -> qp.postReceiveRing(other, BYTES), "domain");
            MrHandle small = bench.memory(100);
            assertThrows(IllegalArgumentException.class, () -> qp.postReceiveRing(small, BYTES));
            assertThrows(IllegalArgumentException.class, () -> qp.postReceiveRing(small, 0));
            ReceiveRing ring = qp.postReceiveRing(small, 50);
            assertEquals(new ReceiveRing(small.name(), 2, 50), ring);
            Refusals.refused("EBUSY", small::close, "qp " + qp.name());
            qp.close();
            small.close();
        }
    }

    private static void byHand() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, BUFFERS, BYTES);
            flood(qp, 3, 0);
            assertEquals(3, Bench.completions(cq, 3).size());
            CompletionPort port = ports.open(cq);
            assertEquals(0, port.poll(1));
            assertEquals(BUFFERS - 3, port.receivesPosted());
            flood(qp, 5, 0);
            Ports.handle(port, 5, 16, CompletionBatch::repost);
            port.flush();
            assertEquals(BUFFERS - 3, port.receivesPosted());
            assertEquals(0, port.receivesHeld());
        }
    }

    private static void late() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(1023);
            CompletionPort port = ports.open(cq);
            for (int i = 0; i < 100; i++) {
                assertEquals(0, port.poll(16));
                QpHandle qp = bench.receiver(cq);
                MrHandle memory = Ports.ring(bench, qp, BUFFERS, BYTES);
                flood(qp, 4, 0);
                Ports.handle(
                        port,
                        4,
                        16,
                        one -> {
                            assertTrue(one.hasPayload());
                            one.repost();
                        });
                port.close();
                qp.close();
                memory.close();
                port = ports.open(cq);
            }
        }
    }
}
