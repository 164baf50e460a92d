// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/** Replies from the buffer of the message. */
public final class ReplyCases {
    private static final int BYTES = 256;
    private static final int BUFFERS = 16;
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 1);
    private static final Lid GROUP_LID = new Lid(0xc001);
    private static final QpNumber EVERYBODY = new QpNumber(0xffffff);

    private ReplyCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("a datagram is replied to", ReplyCases::datagram),
                new NamedCase("a datagram to a group is replied to", ReplyCases::group),
                new NamedCase("a connected message is replied to", ReplyCases::connected),
                new NamedCase("replies make no garbage", ReplyCases::noGarbage),
                new NamedCase("a full send queue keeps the buffer", ReplyCases::full));
    }

    private static SendTarget.Datagram to(Bench bench, QpHandle qp) {
        AhAttributes way = AhAttributes.local(bench.lid(), Bench.PORT);
        return new SendTarget.Datagram(
                bench.pd.createAh(bench.name(), way), qp.number(), Bench.QKEY);
    }

    private static void datagram() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle server = bench.datagrams(cq);
            CqHandle clientCq = bench.cq(255);
            QpHandle client = bench.datagrams(clientCq);
            Ports.ring(bench, server, BUFFERS, BYTES);
            Ports.ring(bench, client, BUFFERS, BYTES);
            CompletionPort port = ports.openMixed(cq);
            CompletionPort clientPort = ports.openMixed(clientCq);
            SendTarget.Datagram to = to(bench, server);
            MrHandle memory = bench.memory(64);
            for (int round = 0; round < 100; round++) {
                memory.buffer().put(0, (byte) round);
                Bench.send(
                        client,
                        SendRequest.datagram(77, List.of(Bench.segment(memory, 0, 64)), to));
                Ports.handle(port, 1, 4, ReplyCases::echo);
                Ports.handle(port, 1, 4, ReplyCases::replied);
                expectReply(clientPort, (byte) (round + 1), server);
            }
            port.flush();
            assertEquals(BUFFERS, port.receivesPosted());
        }
    }

    private static void expectReply(CompletionPort port, byte expected, QpHandle from) {
        int[] replies = {0};
        Ports.handle(
                port,
                2,
                1,
                one -> {
                    assertTrue(one.isSuccess(), one.status().name());
                    if (one.hasPayload()) {
                        ByteBuffer payload = one.payload();
                        assertEquals(10, payload.remaining());
                        assertEquals(expected, payload.get());
                        assertEquals(from.number().value(), one.srcQp());
                        one.repost();
                        replies[0]++;
                    } else {
                        assertEquals(77, one.wrId());
                        assertThrows(IllegalStateException.class, one::repost);
                    }
                });
        assertEquals(1, replies[0]);
    }

    /** The first byte comes back larger by one. */
    private static void echo(CompletionBatch one) {
        assertTrue(one.hasPayload(), one.status().name());
        ByteBuffer payload = one.payload();
        payload.put(payload.position(), (byte) (payload.get(payload.position()) + 1));
        assertThrows(IllegalArgumentException.class, () -> one.reply(BYTES + 1));
        assertTrue(one.reply(10));
        assertThrows(IllegalStateException.class, () -> one.reply(10));
        assertThrows(IllegalStateException.class, one::repost);
    }

    private static void replied(CompletionBatch one) {
        assertTrue(one.isSuccess(), one.status().name());
        assertEquals(WorkCompletionOpcode.SEND, one.opcode());
        assertFalse(one.hasPayload());
        one.repost();
    }

    private static void group() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle server = bench.datagrams(cq);
            server.attach(GROUP, GROUP_LID);
            CqHandle clientCq = bench.cq(255);
            QpHandle client = bench.datagrams(clientCq);
            Ports.ring(bench, server, BUFFERS, BYTES);
            Ports.ring(bench, client, BUFFERS, BYTES);
            CompletionPort port = ports.openMixed(cq);
            CompletionPort clientPort = ports.openMixed(clientCq);
            GlobalRoute route = new GlobalRoute(GROUP, 0, 0, 1, 0);
            AhAttributes way = AhAttributes.global(route, GROUP_LID, Bench.PORT);
            SendTarget.Datagram to =
                    new SendTarget.Datagram(bench.pd.createAh("group", way), EVERYBODY, Bench.QKEY);
            MrHandle memory = bench.memory(64);
            memory.buffer().put(0, (byte) 7);
            Bench.send(client, SendRequest.datagram(77, List.of(Bench.segment(memory, 0, 64)), to));
            Ports.handle(port, 1, 4, ReplyCases::echo);
            Ports.handle(port, 1, 4, ReplyCases::replied);
            expectReply(clientPort, (byte) 8, server);
            server.detach(GROUP, GROUP_LID);
        }
    }

    private static void connected() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle server = bench.qp(QpType.RC, cq, null);
            CqHandle clientCq = bench.cq(255);
            QpHandle client = bench.qp(QpType.RC, clientCq, null);
            bench.connect(server, client);
            bench.connect(client, server);
            Ports.ring(bench, server, BUFFERS, BYTES);
            Ports.ring(bench, client, BUFFERS, BYTES);
            CompletionPort port = ports.openMixed(cq);
            CompletionPort clientPort = ports.openMixed(clientCq);
            MrHandle memory = bench.memory(64);
            memory.buffer().put(0, (byte) 41);
            Bench.send(client, SendRequest.send(99, List.of(Bench.segment(memory, 0, 64))));
            Ports.handle(port, 1, 4, ReplyCases::echo);
            Ports.handle(port, 1, 4, ReplyCases::replied);
            int[] first = {0};
            Ports.handle(
                    clientPort,
                    2,
                    4,
                    one -> {
                        if (one.hasPayload()) {
                            first[0] = one.payload().get(one.payload().position());
                            one.repost();
                        }
                    });
            assertEquals(42, first[0]);
        }
    }

    /** Two pairs that reply to each other for ever. */
    private static void noGarbage() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle one = bench.datagrams(cq);
            QpHandle two = bench.datagrams(cq);
            Ports.ring(bench, one, BUFFERS, BYTES);
            Ports.ring(bench, two, BUFFERS, BYTES);
            CompletionPort port = ports.openMixed(cq);
            assertEquals(0, port.poll(1));
            int[] replies = {0};
            MrHandle memory = bench.memory(64);
            Bench.send(
                    one,
                    SendRequest.datagram(
                            1000, List.of(Bench.segment(memory, 0, 8)), to(bench, two)));
            pingPong(port, replies, 20_000);
            // What is compiled anew meanwhile may allocate once; garbage comes again and again.
            long least = Long.MAX_VALUE;
            for (int round = 2; round < 5; round++) {
                int until = round * 20_000;
                least = Math.min(least, Ports.allocated(() -> pingPong(port, replies, until)));
            }
            assertEquals(0, least);
        }
    }

    private static void pingPong(CompletionPort port, int[] replies, int until) {
        CompletionBatch one = port.batch();
        while (replies[0] < until) {
            port.poll(16);
            while (one.next()) {
                if (one.hasPayload()) {
                    replies[0] += one.reply(8) ? 1 : 0;
                } else if (one.wrId() < BUFFERS) {
                    one.repost();
                }
            }
        }
    }

    private static void full() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle server = bench.datagrams(cq);
            QpHandle client = bench.datagrams(bench.cq(255));
            Ports.ring(bench, server, BUFFERS, BYTES);
            CompletionPort port = ports.openMixed(cq);
            assertEquals(0, port.poll(1));
            MrHandle memory = bench.memory(64);
            SendRequest message =
                    SendRequest.datagram(
                            1000, List.of(Bench.segment(memory, 0, 8)), to(bench, client));
            int room = server.init().capabilities().maxSendWr();
            Bench.send(
                    client,
                    SendRequest.datagram(
                            1, List.of(Bench.segment(memory, 0, 8)), to(bench, server)));
            Ports.handle(
                    port,
                    1,
                    1,
                    one -> {
                        Emulator.mlx4emu_hold(1);
                        for (int i = 0; i < room; i++) {
                            if (server.postSend(List.of(message)).count() == 0) {
                                break;
                            }
                        }
                        assertFalse(one.reply(8));
                        one.repost();
                        Emulator.mlx4emu_hold(0);
                    });
            port.flush();
            assertEquals(BUFFERS, port.receivesPosted());
        }
    }
}
