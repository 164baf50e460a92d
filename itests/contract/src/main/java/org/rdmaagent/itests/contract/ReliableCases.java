// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/** Connections carry bytes as they are. */
final class ReliableCases {
    private static final int IMMEDIATE = 0x0102_f304;

    private ReliableCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        for (QpType type : List.of(QpType.RC, QpType.UC)) {
            Set<Trait> needs = type == QpType.UC ? Set.of(Trait.UC) : Set.of();
            for (int length : List.of(0, 1, 31, 1024, 1025, 4097, 65_537)) {
                cases.add(
                        ContractCase.of(
                                type + ": a message of " + length + " bytes",
                                needs,
                                bench -> message(bench, type, length)));
            }
            cases.add(
                    ContractCase.of(
                            type + ": immediate data", needs, bench -> immediate(bench, type)));
            cases.add(ContractCase.of(type + ": a write", needs, bench -> write(bench, type)));
        }
        cases.add(ContractCase.of("RC: by a global route", ReliableCases::global));
        cases.add(ContractCase.of("RC: segments are gathered", ReliableCases::gathered));
        cases.add(ContractCase.of("RC: a write that is told", ReliableCases::toldWrite));
        cases.add(ContractCase.of("RC: a read", ReliableCases::read));
        cases.add(ContractCase.of("RC: atomics", ReliableCases::atomics));
        cases.add(ContractCase.of("RC: inline data", ReliableCases::inline));
        cases.add(ContractCase.of("RC: unreported sends", ReliableCases::unreported));
        cases.add(ContractCase.of("RC: 200 messages in order", ReliableCases::inOrder));
        cases.add(
                ContractCase.of(
                        "RC: COMM_EST in RTR", Trait.ESTABLISHED_EVENT, ReliableCases::first));
        return cases;
    }

    private static CompletionDetails ok(WorkCompletion completion, long id) {
        CompletionDetails details =
                Expect.present(completion.details(), "a success, not " + completion);
        Expect.equal(id, completion.wrId(), "request of " + completion);
        return details;
    }

    private static void message(Workbench bench, QpType type, int length) {
        Endpoint[] pair = bench.pair(type);
        byte[] sent = pair[0].fill(0, length, length);
        pair[1].receive(1, pair[1].in(0, Endpoint.HALF));
        pair[0].send(2, pair[0].out(0, length));
        CompletionDetails received = ok(bench.await(pair[1].receives()), 1);
        Expect.equal(WorkCompletionOpcode.RECV, received.opcode(), "opcode");
        Expect.equal((long) length, received.byteLen(), "length");
        Expect.that(!received.flags().contains(WorkCompletionFlag.WITH_IMM), "no immediate data");
        pair[1].receivedIs(sent, 0, "received");
        WorkCompletion done = bench.await(pair[0].sends());
        Expect.equal(WorkCompletionOpcode.SEND, ok(done, 2).opcode(), "opcode of the send");
        Expect.equal(pair[0].qp().number(), done.qpNum(), "queue pair of the send");
    }

    private static void immediate(Workbench bench, QpType type) {
        Endpoint[] pair = bench.pair(type);
        pair[1].receive(1, pair[1].in(0, 64));
        pair[0].send(
                Endpoint.request(
                        2,
                        SendOpcode.SEND_WITH_IMM,
                        IMMEDIATE,
                        new SendTarget.Peer(),
                        pair[0].out(0, 8)));
        CompletionDetails received = ok(bench.await(pair[1].receives()), 1);
        Expect.that(received.flags().contains(WorkCompletionFlag.WITH_IMM), "flag WITH_IMM");
        Expect.equal(IMMEDIATE, received.immediate(), "immediate data");
    }

    private static void write(Workbench bench, QpType type) {
        Endpoint[] pair = bench.pair(type);
        byte[] sent = pair[0].fill(16, 5000, 9);
        pair[0].send(
                Endpoint.request(
                        1, SendOpcode.RDMA_WRITE, 0, pair[1].target(100), pair[0].out(16, 5000)));
        Expect.equal(
                WorkCompletionOpcode.RDMA_WRITE,
                ok(bench.await(pair[0].sends()), 1).opcode(),
                "opcode");
        // A message behind it: when that is there, an unreliable write is, too.
        pair[1].receive(2, pair[1].in(Endpoint.HALF / 2, 8));
        pair[0].send(3, pair[0].out(0, 8));
        ok(bench.await(pair[1].receives()), 2);
        pair[1].receivedIs(sent, 100, "written");
        Expect.equal((byte) 0, pair[1].received(99, 1)[0], "the byte before");
        Expect.equal((byte) 0, pair[1].received(5100, 1)[0], "the byte behind");
    }

    private static void global(Workbench bench) {
        Endpoint[] pair = {bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)};
        pair[0].ready(pair[1], bench.globalWay());
        pair[1].ready(pair[0], bench.globalWay());
        byte[] sent = pair[0].fill(0, 2000, 3);
        pair[1].receive(1, pair[1].in(0, 2000));
        pair[0].send(2, pair[0].out(0, 2000));
        Expect.equal(2000L, ok(bench.await(pair[1].receives()), 1).byteLen(), "no header counts");
        pair[1].receivedIs(sent, 0, "received");
    }

    private static void gathered(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        byte[] sent = pair[0].fill(0, 3000, 4);
        pair[1].receive(
                1, pair[1].in(0, 7), pair[1].in(7, 0), pair[1].in(7, 1500), pair[1].in(1507, 9000));
        pair[0].send(2, pair[0].out(0, 1), pair[0].out(1, 1999), pair[0].out(2000, 1000));
        Expect.equal(3000L, ok(bench.await(pair[1].receives()), 1).byteLen(), "length");
        pair[1].receivedIs(sent, 0, "received");
    }

    private static void toldWrite(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        byte[] sent = pair[0].fill(0, 64, 6);
        pair[1].receive(1);
        pair[0].send(
                Endpoint.request(
                        2,
                        SendOpcode.RDMA_WRITE_WITH_IMM,
                        IMMEDIATE,
                        pair[1].target(0),
                        pair[0].out(0, 64)));
        CompletionDetails told = ok(bench.await(pair[1].receives()), 1);
        Expect.equal(WorkCompletionOpcode.RECV_RDMA_WITH_IMM, told.opcode(), "opcode");
        Expect.equal(IMMEDIATE, told.immediate(), "immediate data");
        Expect.equal(64L, told.byteLen(), "length");
        pair[1].receivedIs(sent, 0, "written");
    }

    private static void read(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        byte[] there = Endpoint.pattern(5000, 11);
        pair[1].memory().buffer().put(Endpoint.HALF + 50, there);
        pair[0].send(
                Endpoint.request(
                        1, SendOpcode.RDMA_READ, 0, pair[1].target(50), pair[0].in(10, 5000)));
        CompletionDetails done = ok(bench.await(pair[0].sends()), 1);
        Expect.equal(WorkCompletionOpcode.RDMA_READ, done.opcode(), "opcode");
        pair[0].receivedIs(there, 10, "read");
    }

    private static void atomics(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        MrHandle word = bench.memory(64);
        word.buffer().order(ByteOrder.nativeOrder()).putLong(8, 1000);
        atomic(bench, pair[0], SendOpcode.ATOMIC_FETCH_AND_ADD, word, 234, 0);
        Expect.equal(1000L, number(pair[0].memory(), Endpoint.HALF), "before the addition");
        Expect.equal(1234L, number(word, 8), "after it");
        atomic(bench, pair[0], SendOpcode.ATOMIC_CMP_AND_SWP, word, 1, 99);
        Expect.equal(1234L, number(pair[0].memory(), Endpoint.HALF), "not what was expected");
        Expect.equal(1234L, number(word, 8), "not swapped");
        atomic(bench, pair[0], SendOpcode.ATOMIC_CMP_AND_SWP, word, 1234, -5);
        Expect.equal(1234L, number(pair[0].memory(), Endpoint.HALF), "as expected");
        Expect.equal(-5L, number(word, 8), "swapped");
        Expect.equal(0L, number(word, 0), "the word before");
        Expect.equal(0L, number(word, 16), "the word behind");
    }

    private static long number(MrHandle region, int offset) {
        return region.buffer().order(ByteOrder.nativeOrder()).getLong(offset);
    }

    private static void atomic(
            Workbench bench, Endpoint from, SendOpcode opcode, MrHandle word, long a, long b) {
        from.send(
                Endpoint.request(
                        1,
                        opcode,
                        0,
                        new SendTarget.Atomic(word.address() + 8, word.rkey(), a, b),
                        from.in(0, 8)));
        CompletionDetails done = ok(bench.await(from.sends()), 1);
        Expect.equal(
                opcode == SendOpcode.ATOMIC_FETCH_AND_ADD
                        ? WorkCompletionOpcode.FETCH_ADD
                        : WorkCompletionOpcode.COMP_SWAP,
                done.opcode(),
                "opcode");
    }

    private static void inline(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        byte[] sent = pair[0].fill(0, Endpoint.INLINE, 8);
        ScatterGather noKey =
                new ScatterGather(pair[0].memory().address(), Endpoint.INLINE, 0x00ba_d000);
        pair[0].send(
                new SendRequest(
                        2,
                        SendOpcode.SEND,
                        Set.of(SendFlag.INLINE, SendFlag.SIGNALED),
                        List.of(noKey),
                        0,
                        new SendTarget.Peer()));
        pair[0].fill(0, Endpoint.INLINE, 88);
        // Only now can it be delivered.
        pair[1].receive(1, pair[1].in(0, 100));
        ok(bench.await(pair[1].receives()), 1);
        pair[1].receivedIs(sent, 0, "the bytes as they were when it was posted");
    }

    private static void unreported(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        SendRequest quiet =
                new SendRequest(
                        1,
                        SendOpcode.SEND,
                        Set.of(),
                        List.of(pair[0].out(0, 8)),
                        0,
                        new SendTarget.Peer());
        // Several times what the queue holds: a completion frees the places of those before it.
        for (int round = 0; round < Endpoint.DEPTH; round++) {
            for (int i = 0; i < 4; i++) {
                pair[1].receive(i, pair[1].in(i * 8, 8));
            }
            for (int i = 0; i < 3; i++) {
                pair[0].send(quiet);
            }
            pair[0].send(100 + round, pair[0].out(0, 8));
            ok(bench.await(pair[0].sends()), 100L + round);
            Expect.equal(4, bench.await(pair[1].receives(), 4).size(), "messages");
            Expect.equal(List.of(), pair[0].sends().poll(1), "further completions");
        }
    }

    private static void inOrder(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        for (int round = 0; round < 25; round++) {
            for (int i = 0; i < 8; i++) {
                pair[1].receive(round * 8 + i, pair[1].in(i * 64, 64));
            }
            for (int i = 0; i < 8; i++) {
                pair[0].fill(i * 64, 64, round * 8 + i);
                pair[0].send(1000 + round * 8 + i, pair[0].out(i * 64, 64));
            }
            List<WorkCompletion> received = bench.await(pair[1].receives(), 8);
            List<WorkCompletion> sent = bench.await(pair[0].sends(), 8);
            for (int i = 0; i < 8; i++) {
                ok(received.get(i), round * 8L + i);
                ok(sent.get(i), 1000L + round * 8L + i);
                pair[1].receivedIs(Endpoint.pattern(64, round * 8 + i), i * 64, "message");
            }
        }
    }

    private static void first(Workbench bench) {
        Endpoint[] pair = {bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)};
        pair[1].listen(pair[0], bench.way());
        pair[0].ready(pair[1], bench.way());
        pair[1].receive(1, pair[1].in(0, 8));
        pair[0].send(2, pair[0].out(0, 8));
        ok(bench.await(pair[1].receives()), 1);
        Expect.equal(
                pair[1].qp(),
                bench.awaitEvent(AsyncEventType.COMM_EST).handle().orElse(null),
                "whose connection");
    }
}
