// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.PortId;
import org.rdmaagent.itests.jvm.completion.Twins.Twin;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** Messages of every kind: each getter answers as it does where the library polls. */
final class ReceivedCases {
    private static final int IMMEDIATE = 0x8102_f304;
    private static final int MESSAGE = 24;
    private static final int HALF = 64;

    private ReceivedCases() {}

    static void connected() {
        try (Twins twins = new Twins(QpType.RC, 63)) {
            Bench bench = twins.bench();
            MrHandle memory = message(bench);
            List<QpHandle> clients = new ArrayList<>();
            for (Twin twin : twins.both()) {
                QpHandle client = bench.separate(QpType.RC, bench.cq(63), bench.cq(63));
                bench.connect(twin.pair(), client);
                bench.connect(client, twin.pair());
                clients.add(client);
            }
            twins.rings();
            // libmlx4 does not clear the flags for SEND_WITH_INV: before it comes one without any.
            SendTarget there = new SendTarget.Memory(memory.address() + HALF, memory.rkey());
            SendTarget peer = new SendTarget.Peer();
            for (SendOpcode opcode :
                    List.of(
                            SendOpcode.SEND,
                            SendOpcode.SEND_WITH_INV,
                            SendOpcode.SEND_WITH_IMM,
                            SendOpcode.RDMA_WRITE_WITH_IMM)) {
                SendTarget to = opcode == SendOpcode.RDMA_WRITE_WITH_IMM ? there : peer;
                String told = same(twins, clients, request(memory, opcode, to));
                boolean silent = opcode == SendOpcode.SEND;
                assertTrue(silent || told.contains("immediate " + IMMEDIATE), told);
            }
        }
    }

    static void datagrams() {
        try (Twins twins = new Twins(QpType.UD, 63)) {
            Bench bench = twins.bench();
            twins.rings();
            MrHandle memory = message(bench);
            QpHandle sender = bench.receiver(bench.cq(63));
            AhAttributes near = AhAttributes.local(bench.lid(), Bench.PORT);
            var gid = bench.library.queryPort(new PortId(Bench.DEVICE, Bench.PORT)).gids().get(0);
            GlobalRoute route = new GlobalRoute(gid.gid(), 0, gid.index(), 1, 0);
            AhAttributes far = AhAttributes.global(route, bench.lid(), Bench.PORT);
            for (AhAttributes way : List.of(near, far)) {
                AhHandle handle = bench.pd.createAh(bench.name(), way);
                for (SendOpcode opcode : List.of(SendOpcode.SEND, SendOpcode.SEND_WITH_IMM)) {
                    List<String> told = new ArrayList<>();
                    for (Twin twin : twins.both()) {
                        SendTarget to =
                                new SendTarget.Datagram(handle, twin.pair().number(), Bench.QKEY);
                        told.add(sent(twin, sender, request(memory, opcode, to)));
                    }
                    assertEquals(told.get(1), told.get(0));
                    assertTrue(
                            told.get(0).contains("from " + sender.number().value()),
                            told::toString);
                }
            }
        }
    }

    private static MrHandle message(Bench bench) {
        MrHandle memory = bench.memory(2L * HALF);
        for (int i = 0; i < MESSAGE; i++) {
            memory.buffer().put(i, (byte) (3 * i - 20));
        }
        return memory;
    }

    private static SendRequest request(MrHandle memory, SendOpcode opcode, SendTarget to) {
        return new SendRequest(
                7,
                opcode,
                Set.of(SendFlag.SIGNALED),
                List.of(Bench.segment(memory, 0, MESSAGE)),
                IMMEDIATE,
                to);
    }

    private static String same(Twins twins, List<QpHandle> clients, SendRequest request) {
        String tried = sent(twins.both().get(0), clients.get(0), request);
        String model = sent(twins.both().get(1), clients.get(1), request);
        assertEquals(model, tried, request.opcode().name());
        return tried;
    }

    private static String sent(Twin twin, QpHandle from, SendRequest request) {
        Bench.send(from, request);
        String told = Twins.told(twin, 1, 1, MESSAGE).get(0);
        var done = Bench.completions(from.sendCq().orElseThrow(), 1).get(0);
        assertTrue(done.succeeded(), done::toString);
        return told;
    }
}
