// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.ChosenPorts;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.jna.verbs.objects.CqAddress;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Polling without rings: order, garbage, and queues that are damaged. */
public final class CompletionCases {
    private static final int ENTRIES = 1023;
    private static final int RECEIVES = 16;
    private static final int MANY = 1 << 20;
    private static final int FILL = 700;
    private static final int QUEUES = 32;

    private CompletionCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("2^20 completions in order, one by one", () -> inOrder(1)),
                new NamedCase("2^20 completions in order, by 16", () -> inOrder(16)),
                new NamedCase("2^20 completions in order, by 64", () -> inOrder(64)),
                new NamedCase("polling makes no garbage", CompletionCases::noGarbage),
                new NamedCase("failures hide what is not valid", CompletionCases::failures),
                new NamedCase("an overrun is damage", CompletionCases::overrun),
                new NamedCase("stale entries are counted", CompletionCases::stale),
                new NamedCase("a queue has one consumer", CompletionCases::oneConsumer),
                new NamedCase("room for all requests is needed", CompletionCases::room),
                new NamedCase(
                        "an event is not taken for that of a queue that is gone",
                        CompletionCases::addressOfAnother));
    }

    /** A pair whose receives have the numbers 0 to 15, again and again. */
    private static QpHandle filled(Bench bench, CqHandle cq) {
        QpHandle qp = bench.receiver(cq);
        if (ChosenPorts.WAY == PollingWay.DIRECT) {
            Ports.ring(bench, qp, RECEIVES, 64); // it takes no others
            return qp;
        }
        for (int i = 0; i < RECEIVES; i++) {
            Bench.receive(qp, new ReceiveRequest(i, List.of()));
        }
        return qp;
    }

    /** What has a buffer of a ring gives it back. */
    private static void release(CompletionBatch one) {
        if (one.hasBuffer()) {
            one.repost();
        }
    }

    private static void fill(QpHandle qp, int count, int bytes) {
        assertEquals(count, Emulator.mlx4emu_fill(qp.number().value(), count, bytes));
    }

    private static void inOrder(int batch) {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            QpHandle qp = filled(bench, cq);
            CompletionPort port = ports.open(cq);
            int[] next = {0};
            for (int round = 0; next[0] < MANY; round++) {
                int bytes = round % 1000;
                fill(qp, FILL, bytes);
                Ports.handle(
                        port,
                        FILL,
                        batch,
                        one -> {
                            assertTrue(one.isSuccess());
                            assertEquals(next[0] % RECEIVES, one.wrId());
                            assertEquals(bytes + 40, one.byteLen());
                            assertEquals(qp.number().value(), one.qpNum());
                            release(one);
                            next[0]++;
                        });
            }
            assertEquals(0, port.poll(batch));
            port.close();
        }
    }

    private static void noGarbage() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            QpHandle qp = filled(bench, cq);
            CompletionPort port = ports.open(cq);
            long[] sum = {0};
            for (int round = 0; round < 200; round++) {
                fill(qp, FILL, 8); // the compilers are done
                drain(port, sum);
            }
            long allocated = 0;
            for (int round = 0; round < 200; round++) {
                fill(qp, FILL, 8);
                allocated += Ports.allocated(() -> drain(port, sum));
            }
            assertEquals(400L * FILL * (8 + 40 + 1), sum[0]);
            assertEquals(0, allocated, "bytes for " + 200 * FILL + " completions");
            pollEmpty(port, 100_000);
            assertEquals(0, Ports.leastAllocated(() -> pollEmpty(port, 100_000)));
        }
    }

    private static void drain(CompletionPort port, long[] sum) {
        int batch = 1;
        while (port.poll(batch) > 0) {
            CompletionBatch one = port.batch();
            while (one.next()) {
                sum[0] += one.byteLen();
                sum[0] += one.opcode() == WorkCompletionOpcode.RECV ? 1 : 0;
                sum[0] += one.status() == WorkCompletionStatus.SUCCESS ? 0 : 1000;
                release(one);
            }
            batch = batch % 64 + 1;
        }
    }

    private static void pollEmpty(CompletionPort port, int times) {
        for (int i = 0; i < times; i++) {
            if (port.poll(16) != 0 || port.attend() != 0) {
                throw new AssertionError("not empty");
            }
        }
    }

    private static void failures() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            QpHandle qp = filled(bench, cq);
            CompletionPort port = ports.open(cq);
            qp.modify(QpAttributes.ofState(QpState.ERR));
            Ports.handle(
                    port,
                    RECEIVES,
                    64,
                    one -> {
                        assertFalse(one.isSuccess());
                        assertEquals(WorkCompletionStatus.WR_FLUSH_ERR, one.status());
                        assertFalse(one.hasPayload());
                        assertThrows(IllegalStateException.class, one::opcode);
                        assertThrows(IllegalStateException.class, one::byteLen);
                        assertThrows(IllegalStateException.class, one::flags);
                        assertThrows(IllegalStateException.class, one::immediate);
                        assertThrows(IllegalStateException.class, one::srcQp);
                        assertThrows(IllegalStateException.class, one::slid);
                        assertThrows(IllegalStateException.class, one::payload);
                        release(one);
                        assertThrows(IllegalStateException.class, one::repost);
                        assertThrows(IllegalStateException.class, () -> one.reply(0));
                    });
        }
    }

    private static void overrun() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            QpHandle qp = filled(bench, cq);
            CompletionPort port = ports.open(cq);
            fill(qp, 5, 8);
            int code = AsyncEventType.CQ_ERR.code();
            assertEquals(0, Emulator.mlx4emu_object_event(qp.number().value(), code));
            assertEquals(
                    AsyncEventType.CQ_ERR,
                    bench.context.awaitAsync(TimeUnit.SECONDS.toNanos(20)).orElseThrow().type());
            assertEquals(5, port.poll(64));
            assertEquals("", port.damage());
            assertEquals(CompletionPort.DAMAGED, port.poll(64));
            assertTrue(port.damage().contains("overran"), port.damage());
            assertEquals(CompletionPort.DAMAGED, port.attend());
            port.close();
        }
    }

    private static void stale() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            QpHandle lasting = filled(bench, cq);
            QpHandle dying = filled(bench, cq);
            CompletionPort port = ports.open(cq);
            assertEquals(0, port.poll(1));
            Device.keepStale(CqAddress.of(cq));
            fill(lasting, 5, 64);
            fill(dying, 3, 64);
            fill(lasting, 4, 64);
            port.close();
            dying.close();
            CompletionPort next = ports.open(cq);
            int[] seen = {0};
            Ports.handle(next, 9, 64, one -> assertEquals(seen[0]++, one.wrId()));
            assertEquals(3, next.staleCompletions());
            assertEquals(0, next.poll(64));
            assertEquals("", next.damage());
        }
    }

    private static void oneConsumer() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            CompletionPort port = ports.open(cq, "loop fast");
            Refusals.refused("EBUSY", () -> cq.poll(1), "'loop fast'");
            Refusals.refused("EBUSY", () -> ports.open(cq, "loop slow"), "'loop fast'");
            port.close();
            port.close();
            assertEquals(CompletionPort.REVOKED, port.poll(1));
            if (ChosenPorts.WAY == PollingWay.DIRECT) {
                Refusals.refused("EOPNOTSUPP", () -> cq.poll(1), "directly");
            } else {
                assertEquals(List.of(), cq.poll(1));
            }
            CompletionPort other = ports.open(cq, "loop slow");
            port.close();
            Refusals.refused("EBUSY", () -> cq.poll(1), "'loop slow'");
            other.close();
        }
    }

    private static void room() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(63);
            int entries = cq.cqe();
            QpInit init = new QpInit(QpType.UD, new QpCapabilities(16, entries, 1, 1, 0), false);
            QpHandle large = bench.pd.createQp("large", init, cq, cq, null);
            int needed =
                    large.init().capabilities().maxSendWr()
                            + large.init().capabilities().maxRecvWr();
            Refusals.refused(
                    "EINVAL", () -> ports.openMixed(cq), needed + " entries", "" + entries);
            large.close();
            CompletionPort port = ports.openMixed(cq);
            Refusals.refused(
                    "EINVAL",
                    () -> bench.pd.createQp("large", init, cq, cq, null),
                    needed + " entries");
            port.close();
            bench.pd.createQp("large", init, cq, cq, null).close();
        }
    }

    /** An event names its queue by address, and the wait still has the port of the old one. */
    private static void addressOfAnother() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            ChannelHandle channel = bench.context.createChannel("channel");
            List<CqHandle> old = queues(bench, channel, "old");
            List<Pointer> addresses = old.stream().map(CqAddress::of).toList();
            CqHandle lasting = bench.context.createCq("lasting", RECEIVES, channel, 0);
            List<CompletionPort> all = new ArrayList<>(old.stream().map(ports::open).toList());
            all.forEach(CompletionPort::close);
            all.add(ports.open(lasting));
            try (CompletionWait wait = bench.ports().await(all)) {
                old.forEach(CqHandle::close);
                CqHandle another =
                        queues(bench, channel, "new").stream()
                                .filter(cq -> addresses.contains(CqAddress.of(cq)))
                                .findFirst()
                                .orElseThrow(() -> new AssertionError("no address came again"));
                QpHandle qp = filled(bench, another);
                another.requestNotify(false);
                fill(qp, 1, 64);
                assertTrue(wait.await(TimeUnit.SECONDS.toNanos(20)));
                qp.close();
                another.close(); // for ever, if its event was acknowledged for the old one
            }
        }
    }

    /** So many that the C library gives the memory of some of them away again. */
    private static List<CqHandle> queues(Bench bench, ChannelHandle channel, String name) {
        List<CqHandle> made = new ArrayList<>();
        for (int i = 0; i < QUEUES; i++) {
            made.add(bench.context.createCq(name + " " + i, RECEIVES, channel, 0));
        }
        return made;
    }
}
