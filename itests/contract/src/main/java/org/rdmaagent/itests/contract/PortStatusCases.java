// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What completions tell, by what the request was and by how it ended. */
final class PortStatusCases {
    private static final int IMMEDIATE = 0x8102_f304;

    /** Brings about a failure; the port is on the queue of the sends of the first one. */
    private interface Failure {
        void happen(Workbench bench, Endpoint[] pair);
    }

    private PortStatusCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        cases.add(ContractCase.of("port: opcodes of sends", PortStatusCases::sends));
        cases.add(ContractCase.of("port: opcodes of receives", PortStatusCases::receives));
        cases.add(ContractCase.of("port: the sender of a datagram", PortStatusCases::datagram));
        fails(cases, "LOC_PROT_ERR", PortStatusCases::foreignKey, "LOC_PROT_ERR", "LOC_QP_OP_ERR");
        fails(cases, "REM_ACCESS_ERR", PortStatusCases::noAccess, "REM_ACCESS_ERR");
        fails(cases, "RNR_RETRY_EXC_ERR", PortStatusCases::noReceive, "RNR_RETRY_EXC_ERR");
        fails(cases, "RETRY_EXC_ERR", PortStatusCases::nobody, "RETRY_EXC_ERR");
        fails(
                cases,
                "a receive that is too short",
                PortStatusCases::tooShort,
                "REM_INV_REQ_ERR",
                "REM_OP_ERR");
        fails(cases, "WR_FLUSH_ERR of a send", PortStatusCases::flushed, "WR_FLUSH_ERR");
        cases.add(
                ContractCase.of(
                        "port: LOC_LEN_ERR of a datagram",
                        Trait.OVERSIZE_DATAGRAM_FAILS,
                        PortStatusCases::oversize));
        cases.add(ContractCase.of("port: a failed receive", PortStatusCases::failedReceive));
        return cases;
    }

    private static void fails(
            List<ContractCase> cases, String what, Failure failure, String... statuses) {
        cases.add(
                ContractCase.of(
                        "port: " + what,
                        bench -> {
                            Endpoint[] pair = {
                                bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)
                            };
                            pair[1].ready(pair[0], bench.way());
                            pair[0].listen(pair[1], bench.way());
                            pair[0].qp().modify(Steps.rts(QpType.RC).rnrRetry(1).build());
                            try (Polling polling = Polling.of(bench, pair[0].sends())) {
                                failure.happen(bench, pair);
                                CompletionBatch one = polling.one();
                                failed(one, 7, pair[0].qp().number().value(), Set.of(statuses));
                                Expect.that(!polling.batch().next(), "one was asked for");
                            }
                        }));
    }

    /** Of a failure only four things can be asked for. */
    static void failed(CompletionBatch one, long wrId, int qpNum, Set<String> statuses) {
        Expect.that(statuses.contains(one.status().name()), "status: " + one.status());
        Expect.that(!one.isSuccess(), "it is no success");
        Expect.equal(wrId, one.wrId(), "number of the request");
        Expect.equal(qpNum, one.qpNum(), "queue pair");
        Expect.equal(one.vendorError(), one.vendorError(), "the driver's code");
        Expect.that(!one.hasPayload(), "no payload");
        Rings.refuses(one::opcode, "its opcode");
        Rings.refuses(one::byteLen, "its length");
        Rings.refuses(one::flags, "its flags");
        Rings.refuses(() -> one.has(WorkCompletionFlag.GRH), "a flag of it");
        Rings.refuses(one::immediate, "its immediate data");
        Rings.refuses(one::srcQp, "its sender");
        Rings.refuses(one::slid, "its LID");
        Rings.refuses(one::payload, "its payload");
        Rings.refuses(() -> one.reply(0), "a reply to it");
    }

    private static void sends(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        MrHandle word = bench.memory(64);
        SendTarget.Memory there = pair[1].target(0);
        SendTarget peer = new SendTarget.Peer();
        SendTarget.Atomic atomic = new SendTarget.Atomic(word.address(), word.rkey(), 1, 2);
        try (Polling polling = Polling.of(bench, pair[0].sends())) {
            sent(polling, pair, SendOpcode.SEND, peer, WorkCompletionOpcode.SEND);
            sent(polling, pair, SendOpcode.SEND_WITH_IMM, peer, WorkCompletionOpcode.SEND);
            sent(polling, pair, SendOpcode.RDMA_WRITE, there, WorkCompletionOpcode.RDMA_WRITE);
            sent(
                    polling,
                    pair,
                    SendOpcode.RDMA_WRITE_WITH_IMM,
                    there,
                    WorkCompletionOpcode.RDMA_WRITE);
            sent(polling, pair, SendOpcode.RDMA_READ, there, WorkCompletionOpcode.RDMA_READ);
            sent(
                    polling,
                    pair,
                    SendOpcode.ATOMIC_FETCH_AND_ADD,
                    atomic,
                    WorkCompletionOpcode.FETCH_ADD);
            sent(
                    polling,
                    pair,
                    SendOpcode.ATOMIC_CMP_AND_SWP,
                    atomic,
                    WorkCompletionOpcode.COMP_SWAP);
        }
    }

    private static void sent(
            Polling polling,
            Endpoint[] pair,
            SendOpcode opcode,
            SendTarget target,
            WorkCompletionOpcode wanted) {
        pair[1].receive(1, pair[1].in(64, 64));
        long id = 0xfeed_0000_0000L + wanted.code();
        pair[0].send(Endpoint.request(id, opcode, IMMEDIATE, target, pair[0].in(0, 8)));
        CompletionBatch done = polling.good(id);
        Expect.equal(wanted, done.opcode(), "opcode");
        Expect.equal(pair[0].qp().number().value(), done.qpNum(), "queue pair");
        Expect.that(!done.hasPayload(), "a send has no payload");
        Rings.refuses(done::payload, "its payload");
        Rings.refuses(done::repost, "giving its buffer back");
        Rings.refuses(() -> done.reply(0), "replying to it");
    }

    private static void receives(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        int number = pair[1].qp().number().value();
        try (Polling polling = Polling.of(bench, pair[1])) {
            Rings.say(bench, pair[0], pair[1], 5, 100);
            CompletionBatch plain = polling.good(0);
            Expect.equal(WorkCompletionOpcode.RECV, plain.opcode(), "opcode of a message");
            Expect.equal(100, plain.byteLen(), "length of a message");
            Expect.that(!plain.has(WorkCompletionFlag.WITH_IMM), "no immediate data");
            Expect.equal(number, plain.qpNum(), "queue pair");
            Rings.heard(plain, 5, 100);
            tell(bench, pair, SendOpcode.SEND_WITH_IMM, new SendTarget.Peer());
            CompletionBatch told = polling.good(1);
            Expect.equal(WorkCompletionOpcode.RECV, told.opcode(), "opcode with immediate data");
            Expect.that(told.has(WorkCompletionFlag.WITH_IMM), "flag WITH_IMM");
            Expect.that((told.flags() & WorkCompletionFlag.WITH_IMM.code()) != 0, "its bit");
            Expect.equal(IMMEDIATE, told.immediate(), "immediate data");
            Rings.heard(told, 6, 8);
            tell(bench, pair, SendOpcode.RDMA_WRITE_WITH_IMM, pair[1].target(0));
            CompletionBatch written = polling.good(2);
            Expect.equal(
                    WorkCompletionOpcode.RECV_RDMA_WITH_IMM, written.opcode(), "opcode of a write");
            Expect.equal(IMMEDIATE, written.immediate(), "immediate data of a write");
            Expect.equal(8, written.byteLen(), "length of a write");
            Expect.that(!written.hasPayload(), "the bytes of a write are elsewhere");
            written.repost();
            polling.port().flush();
            polling.buffers(Rings.BUFFERS - 2, 2);
        }
    }

    private static void tell(
            Workbench bench, Endpoint[] pair, SendOpcode opcode, SendTarget target) {
        pair[0].fill(0, 8, 6);
        pair[0].send(Endpoint.request(1, opcode, IMMEDIATE, target, pair[0].out(0, 8)));
        Expect.that(bench.await(pair[0].sends()).succeeded(), "sent");
    }

    private static void datagram(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.UD);
        try (Polling polling = Polling.of(bench, pair[1])) {
            Rings.say(bench, pair[0], pair[1], 9, 77);
            CompletionBatch one = polling.good(0);
            Expect.equal(WorkCompletionOpcode.RECV, one.opcode(), "opcode");
            Expect.equal(pair[0].qp().number().value(), one.srcQp(), "sender");
            Expect.equal(77 + 40, one.byteLen(), "length with the network header");
            if (!bench.ethernet()) {
                Expect.equal(bench.port().attributes().lid().value(), one.slid(), "its LID");
            }
            Rings.heard(one, 9, 77);
        }
    }

    private static void foreignKey(Workbench bench, Endpoint[] pair) {
        MrHandle region = bench.memory(64);
        ScatterGather piece = new ScatterGather(region.address() + 60, 8, region.lkey());
        pair[1].receive(1, pair[1].in(0, 64));
        pair[0].send(7, piece);
    }

    private static void noAccess(Workbench bench, Endpoint[] pair) {
        SendTarget.Memory nowhere = new SendTarget.Memory(8, 0x0f0f_0f00);
        pair[0].send(Endpoint.request(7, SendOpcode.RDMA_WRITE, 0, nowhere, pair[0].out(0, 8)));
    }

    private static void noReceive(Workbench bench, Endpoint[] pair) {
        pair[0].send(7, pair[0].out(0, 8));
    }

    private static void nobody(Workbench bench, Endpoint[] pair) {
        pair[1].qp().close();
        pair[0].send(7, pair[0].out(0, 8));
    }

    private static void tooShort(Workbench bench, Endpoint[] pair) {
        pair[1].receive(1, pair[1].in(0, 63));
        pair[0].send(7, pair[0].out(0, 64));
    }

    private static void flushed(Workbench bench, Endpoint[] pair) {
        pair[0].qp().modify(QpAttributes.ofState(QpState.ERR));
        pair[0].send(7, pair[0].out(0, 8));
    }

    private static void oversize(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        int tooLong = bench.port().attributes().activeMtuBytes() + 1;
        try (Polling polling = Polling.of(bench, pair[0].sends())) {
            pair[0].send(Rings.message(bench, pair[0], pair[1], 7, tooLong));
            failed(polling.one(), 7, pair[0].qp().number().value(), Set.of("LOC_LEN_ERR"));
        }
    }

    private static void failedReceive(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = Polling.of(bench, pair[1])) {
            pair[0].send(1, pair[0].out(0, Rings.ROOM + 1));
            Expect.that(!bench.await(pair[0].sends()).succeeded(), "the send failed");
            failed(
                    polling.one(),
                    0,
                    pair[1].qp().number().value(),
                    Set.of("LOC_LEN_ERR", "REM_INV_REQ_ERR", "LOC_QP_OP_ERR"));
            polling.batch().repost();
            Rings.refuses(() -> polling.batch().repost(), "giving it back twice");
            for (int i = 1; i < Rings.BUFFERS; i++) {
                CompletionBatch one = polling.one();
                Expect.equal(WorkCompletionStatus.WR_FLUSH_ERR, one.status(), "status");
                Expect.equal((long) i, one.wrId(), "order");
            }
        }
    }
}
