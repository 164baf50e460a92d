// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Bytes that go from one place to another. */
final class DataCases {
    private static final int BYTES = 1000;
    private static final int GRH_BYTES = 40;
    private static final int HALF = 8192;
    private static final int IMMEDIATE = 0x01020304;

    private DataCases() {}

    static List<NamedCase> all() {
        return List.of(
                new NamedCase("a message arrives byte by byte", DataCases::message),
                new NamedCase(
                        "remote memory is written, read, added and swapped", DataCases::remote),
                new NamedCase("a datagram begins behind 40 bytes", DataCases::datagram),
                new NamedCase("a datagram is answered by its completion", DataCases::answer),
                new NamedCase("inline data needs no key", DataCases::inline),
                new NamedCase("a failure tells only what is valid", DataCases::failure),
                new NamedCase("many completions come in order", DataCases::many),
                new NamedCase("memory of the caller is used in place", DataCases::ownMemory));
    }

    static void fill(ByteBuffer buffer, int from, int seed) {
        for (int i = 0; i < BYTES; i++) {
            buffer.put(from + i, (byte) (i * 7 + seed));
        }
    }

    private static byte[] bytes(ByteBuffer buffer, int from) {
        byte[] bytes = new byte[BYTES];
        buffer.get(from, bytes);
        return bytes;
    }

    /** A connected pair on one queue. */
    private record Pair(QpHandle left, QpHandle right, CqHandle cq, MrHandle memory) {
        static Pair on(Bench bench) {
            CqHandle cq = bench.cq(255);
            QpHandle left = bench.qp(QpType.RC, cq, null);
            QpHandle right = bench.qp(QpType.RC, cq, null);
            bench.connect(left, right);
            bench.connect(right, left);
            return new Pair(left, right, cq, bench.memory(2 * HALF));
        }

        SendRequest request(SendOpcode opcode, long bytes, int immediate, SendTarget target) {
            return new SendRequest(
                    1,
                    opcode,
                    Set.of(SendFlag.SIGNALED),
                    List.of(Bench.segment(memory, 0, bytes)),
                    immediate,
                    target);
        }
    }

    private static void message() {
        try (Bench bench = new Bench()) {
            Pair pair = Pair.on(bench);
            ByteBuffer buffer = pair.memory().buffer();
            fill(buffer, 0, 3);
            Bench.receive(
                    pair.right(),
                    new ReceiveRequest(2, List.of(Bench.segment(pair.memory(), HALF, HALF))));
            Bench.send(
                    pair.left(),
                    pair.request(
                            SendOpcode.SEND_WITH_IMM, BYTES, IMMEDIATE, new SendTarget.Peer()));
            for (WorkCompletion each : Bench.completions(pair.cq(), 2)) {
                assertTrue(each.succeeded(), each.toString());
                CompletionDetails details = each.details().orElseThrow();
                if (each.wrId() == 2) {
                    assertEquals(WorkCompletionOpcode.RECV, details.opcode());
                    assertEquals(BYTES, details.byteLen());
                    assertEquals(IMMEDIATE, details.immediate());
                    assertTrue(details.flags().contains(WorkCompletionFlag.WITH_IMM));
                    assertEquals(pair.right().number(), each.qpNum());
                } else {
                    assertEquals(pair.left().number(), each.qpNum());
                }
            }
            assertArrayEquals(bytes(buffer, 0), bytes(buffer, HALF));
        }
    }

    private static void remote() {
        try (Bench bench = new Bench()) {
            Pair pair = Pair.on(bench);
            ByteBuffer buffer = pair.memory().buffer().order(ByteOrder.nativeOrder());
            int rkey = pair.memory().rkey();
            long there = pair.memory().address() + HALF;
            fill(buffer, 0, 5);
            byte[] sent = bytes(buffer, 0);
            SendTarget memory = new SendTarget.Memory(there, rkey);
            one(pair, pair.request(SendOpcode.RDMA_WRITE, BYTES, 0, memory));
            assertArrayEquals(sent, bytes(buffer, HALF));
            fill(buffer, HALF, 6);
            one(pair, pair.request(SendOpcode.RDMA_READ, BYTES, 0, memory));
            assertArrayEquals(bytes(buffer, HALF), bytes(buffer, 0));
            buffer.putLong(HALF, 40);
            SendTarget add = new SendTarget.Atomic(there, rkey, 2, 0);
            one(pair, pair.request(SendOpcode.ATOMIC_FETCH_AND_ADD, Long.BYTES, 0, add));
            assertEquals(40, buffer.getLong(0));
            assertEquals(42, buffer.getLong(HALF));
            SendTarget swap = new SendTarget.Atomic(there, rkey, 42, 7);
            one(pair, pair.request(SendOpcode.ATOMIC_CMP_AND_SWP, Long.BYTES, 0, swap));
            assertEquals(42, buffer.getLong(0));
            assertEquals(7, buffer.getLong(HALF));
        }
    }

    private static void one(Pair pair, SendRequest request) {
        Bench.send(pair.left(), request);
        WorkCompletion done = Bench.completions(pair.cq(), 1).get(0);
        assertTrue(done.succeeded(), request + ": " + done);
    }

    private static void datagram() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(64);
            QpHandle qp = bench.datagrams(cq);
            MrHandle memory = bench.memory(2 * HALF);
            fill(memory.buffer(), 0, 9);
            AhHandle ah = bench.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
            Bench.receive(qp, new ReceiveRequest(2, List.of(Bench.segment(memory, HALF, HALF))));
            SendTarget.Datagram to = new SendTarget.Datagram(ah, qp.number(), Bench.QKEY);
            Bench.send(qp, SendRequest.datagram(1, List.of(Bench.segment(memory, 0, BYTES)), to));
            WorkCompletion received = received(cq, 2);
            CompletionDetails details = received.details().orElseThrow();
            assertEquals(BYTES + GRH_BYTES, details.byteLen());
            assertEquals(qp.number(), details.srcQp());
            assertEquals(bench.lid().value(), details.slid());
            assertArrayEquals(bytes(memory.buffer(), 0), bytes(memory.buffer(), HALF + GRH_BYTES));
        }
    }

    private static WorkCompletion received(CqHandle cq, long wrId) {
        WorkCompletion found =
                Bench.completions(cq, 2).stream()
                        .filter(each -> each.wrId() == wrId)
                        .findFirst()
                        .orElseThrow();
        assertTrue(found.succeeded(), found.toString());
        return found;
    }

    private static void answer() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(64);
            QpHandle qp = bench.datagrams(cq);
            MrHandle memory = bench.memory(2 * HALF);
            Gid own =
                    bench.library
                            .queryPort(new PortId(Bench.DEVICE, Bench.PORT))
                            .gids()
                            .get(0)
                            .gid();
            GlobalRoute route = new GlobalRoute(own, 0x12345, 0, 9, 0x20);
            AhHandle ah =
                    bench.pd.createAh("way", AhAttributes.global(route, bench.lid(), Bench.PORT));
            Bench.receive(qp, new ReceiveRequest(2, List.of(Bench.segment(memory, HALF, HALF))));
            SendTarget.Datagram to = new SendTarget.Datagram(ah, qp.number(), Bench.QKEY);
            Bench.send(qp, SendRequest.datagram(1, List.of(Bench.segment(memory, 0, BYTES)), to));
            WorkCompletion received = received(cq, 2);
            assertTrue(received.details().orElseThrow().flags().contains(WorkCompletionFlag.GRH));
            ByteBuffer header = memory.buffer().position(HALF);
            AhHandle back = bench.pd.createAhFromCompletion("back", received, header, Bench.PORT);
            assertEquals(HALF, header.position());
            assertEquals(bench.lid(), back.attributes().dlid());
            GlobalRoute way = back.attributes().grh().orElseThrow();
            assertEquals(own, way.dgid());
            assertEquals(0x12345, way.flowLabel());
            assertEquals(0x20, way.trafficClass());
            header.put(HALF + 30, (byte) 0x55); // to somebody else
            Refusals.refused(
                    "EINVAL",
                    () -> bench.pd.createAhFromCompletion("no", received, header, Bench.PORT),
                    "GID table");
        }
    }

    private static void inline() {
        try (Bench bench = new Bench()) {
            Pair pair = Pair.on(bench);
            ByteBuffer buffer = pair.memory().buffer().order(ByteOrder.nativeOrder());
            buffer.putLong(0, 0x1122334455667788L);
            Bench.receive(
                    pair.right(),
                    new ReceiveRequest(2, List.of(Bench.segment(pair.memory(), HALF, 64))));
            SendRequest request =
                    new SendRequest(
                            1,
                            SendOpcode.SEND,
                            Set.of(SendFlag.SIGNALED, SendFlag.INLINE),
                            List.of(new ScatterGather(pair.memory().address(), Long.BYTES, 0xbad)),
                            0,
                            new SendTarget.Peer());
            Bench.send(pair.left(), request);
            assertTrue(received(pair.cq(), 2).succeeded());
            assertEquals(0x1122334455667788L, buffer.getLong(HALF));
        }
    }

    private static void failure() {
        try (Bench bench = new Bench()) {
            Pair pair = Pair.on(bench);
            SendTarget nowhere =
                    new SendTarget.Memory(pair.memory().address(), pair.memory().rkey() + 999);
            Bench.send(pair.left(), pair.request(SendOpcode.RDMA_WRITE, BYTES, 0, nowhere));
            WorkCompletion failed = Bench.completions(pair.cq(), 1).get(0);
            assertEquals(WorkCompletionStatus.REM_ACCESS_ERR, failed.status());
            assertEquals(1, failed.wrId());
            assertEquals(pair.left().number(), failed.qpNum());
            assertEquals(Optional.empty(), failed.details());
        }
    }

    private static void many() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(1000);
            QpHandle qp = bench.datagrams(cq);
            int count = 300; // more than are polled at a time
            assertEquals(count, Emulator.mlx4emu_fill(qp.number().value(), count, 1));
            assertEquals(70, cq.poll(70).size());
            assertEquals(count - 70, cq.poll(1000).size());
            assertEquals(List.of(), cq.poll(1));
        }
    }

    private static void ownMemory() {
        try (Bench bench = new Bench()) {
            ByteBuffer own = ByteBuffer.allocateDirect(3 * HALF);
            own.position(HALF).limit(2 * HALF);
            MrHandle memory = bench.pd.registerMemory("own", own, Set.of(AccessFlag.LOCAL_WRITE));
            assertEquals(HALF, memory.length());
            own.put(HALF, (byte) 77);
            assertEquals(77, memory.buffer().get(0));
            assertEquals(HALF, own.position());
            assertEquals(Set.of(AccessFlag.LOCAL_WRITE), memory.access());
        }
    }
}
