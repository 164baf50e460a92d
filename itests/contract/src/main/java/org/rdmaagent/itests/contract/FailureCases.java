// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Requests that are refused, fail, wait or are flushed. */
final class FailureCases {
    private FailureCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("RC: no receive is waited for", FailureCases::waitsForReceive),
                ContractCase.of("RC: no receive in time", FailureCases::noReceive),
                ContractCase.of("RC: nobody answers", FailureCases::nobody),
                ContractCase.of("RC: the receive is too short", FailureCases::tooShort),
                ContractCase.of("ERR flushes in order", FailureCases::flush),
                ContractCase.of(
                        "ERR flushes receives that come late",
                        Trait.LATE_RECEIVES_FLUSHED,
                        FailureCases::late),
                ContractCase.of("ERR flushes sends that wait", FailureCases::flushSends),
                ContractCase.of("a full receive queue", FailureCases::fullReceives),
                ContractCase.of("too many segments", FailureCases::tooManySegments),
                ContractCase.of("too much inline data", FailureCases::tooMuchInline),
                ContractCase.of("a datagram queue pair does not write", FailureCases::noWrites),
                ContractCase.of(
                        "posts that come too early",
                        Trait.STATE_CHECKED_POSTS,
                        FailureCases::tooEarly),
                ContractCase.of(
                        "SQE: a failed datagram leaves the receives",
                        Set.of(Trait.SEND_QUEUE_ERROR, Trait.OVERSIZE_DATAGRAM_FAILS),
                        FailureCases::sendQueueError));
    }

    private static void status(WorkCompletionStatus wanted, WorkCompletion completion) {
        Expect.equal(wanted, completion.status(), "status of " + completion);
    }

    private static void waitsForReceive(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        byte[] sent = pair[0].fill(0, 100, 1);
        pair[0].send(1, pair[0].out(0, 100));
        Expect.equal(List.of(), pair[0].sends().poll(1), "completions without a receive");
        pair[1].receive(2, pair[1].in(0, 100));
        status(WorkCompletionStatus.SUCCESS, bench.await(pair[1].receives()));
        status(WorkCompletionStatus.SUCCESS, bench.await(pair[0].sends()));
        pair[1].receivedIs(sent, 0, "received");
    }

    private static void noReceive(Workbench bench) {
        Endpoint[] pair = {bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)};
        pair[1].ready(pair[0], bench.way());
        pair[0].listen(pair[1], bench.way());
        pair[0].qp().modify(Steps.rts(QpType.RC).rnrRetry(1).build());
        pair[0].send(1, pair[0].out(0, 8));
        status(WorkCompletionStatus.RNR_RETRY_EXC_ERR, bench.await(pair[0].sends()));
        Expect.equal(QpState.ERR, pair[0].state(), "state of the sender");
        Expect.equal(QpState.RTS, pair[1].state(), "state of the other end");
    }

    private static void nobody(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        pair[1].qp().close();
        pair[0].send(1, pair[0].out(0, 8));
        pair[0].send(2, pair[0].out(0, 8));
        List<WorkCompletion> done = bench.await(pair[0].sends(), 2);
        status(WorkCompletionStatus.RETRY_EXC_ERR, done.get(0));
        status(WorkCompletionStatus.WR_FLUSH_ERR, done.get(1));
        Expect.equal(1L, done.get(0).wrId(), "the first");
        Expect.equal(2L, done.get(1).wrId(), "the second");
        Expect.equal(pair[0].qp().number(), done.get(0).qpNum(), "queue pair");
    }

    private static void tooShort(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        pair[1].receive(1, pair[1].in(0, 99));
        pair[0].send(2, pair[0].out(0, 100));
        // The specification's answer first, then that of rdma_rxe.
        WorkCompletion sent = bench.await(pair[0].sends());
        Expect.that(
                Set.of(WorkCompletionStatus.REM_INV_REQ_ERR, WorkCompletionStatus.REM_OP_ERR)
                        .contains(sent.status()),
                "status of the send: " + sent);
        WorkCompletion received = bench.await(pair[1].receives());
        Expect.that(
                Set.of(
                                WorkCompletionStatus.LOC_LEN_ERR,
                                WorkCompletionStatus.REM_INV_REQ_ERR,
                                WorkCompletionStatus.LOC_QP_OP_ERR)
                        .contains(received.status()),
                "status of the receive: " + received);
        Expect.equal(1L, received.wrId(), "request");
        Expect.equal(QpState.ERR, pair[0].state(), "state of the sender");
        Expect.equal(QpState.ERR, pair[1].state(), "state of the receiver");
    }

    private static void flush(Workbench bench) {
        for (QpType type : List.of(QpType.RC, QpType.UD)) {
            Endpoint end = bench.pair(type)[0];
            for (int i = 0; i < 5; i++) {
                end.receive(i, end.in(0, 64));
            }
            end.qp().modify(QpAttributes.ofState(QpState.ERR));
            List<WorkCompletion> flushed = bench.await(end.receives(), 5);
            for (int i = 0; i < 5; i++) {
                status(WorkCompletionStatus.WR_FLUSH_ERR, flushed.get(i));
                Expect.equal((long) i, flushed.get(i).wrId(), "order");
            }
            end.qp().modify(QpAttributes.ofState(QpState.RESET));
            Expect.equal(List.of(), end.receives().poll(1), "completions after RESET");
        }
    }

    private static void late(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        end.qp().modify(QpAttributes.ofState(QpState.ERR));
        end.receive(6, end.in(0, 64));
        status(WorkCompletionStatus.WR_FLUSH_ERR, bench.await(end.receives()));
    }

    private static void flushSends(Workbench bench) {
        Endpoint end = bench.pair(QpType.RC)[0];
        for (int i = 0; i < 3; i++) {
            end.send(i, end.out(0, 8));
        }
        end.qp().modify(QpAttributes.ofState(QpState.ERR));
        end.send(3, end.out(0, 8));
        List<WorkCompletion> flushed = bench.await(end.sends(), 4);
        for (int i = 0; i < 4; i++) {
            status(WorkCompletionStatus.WR_FLUSH_ERR, flushed.get(i));
            Expect.equal((long) i, flushed.get(i).wrId(), "order");
        }
    }

    private static void fullReceives(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.UD);
        TransitionCases.bring(bench, end, QpState.INIT);
        int granted = end.qp().init().capabilities().maxRecvWr();
        // A ring may have more places than were granted, though never twice as many and more.
        List<ReceiveRequest> tooMany = new ArrayList<>();
        for (int i = 0; i < 2 * granted + 2; i++) {
            tooMany.add(new ReceiveRequest(i, List.of(end.in(0, 64))));
        }
        Posted posted = end.qp().postReceive(tooMany);
        Expect.that(
                posted.count() >= granted && posted.count() < tooMany.size(),
                "taken: " + posted + " of " + tooMany.size() + ", granted " + granted);
        Expect.equal("ENOMEM", posted.refusal().name(), "refusal");
        Posted next = end.qp().postReceive(tooMany);
        Expect.equal(0, next.count(), "taken when it is full");
        Expect.equal("ENOMEM", next.refusal().name(), "refusal when it is full");
        end.qp().modify(QpAttributes.ofState(QpState.ERR));
        bench.await(end.receives(), posted.count());
        Expect.equal(Posted.all(0), end.qp().postReceive(List.of()), "nothing posted");
    }

    private static void tooManySegments(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        int sends = pair[0].qp().init().capabilities().maxSendSge() + 1;
        int receives = pair[0].qp().init().capabilities().maxRecvSge() + 1;
        // The driver may have room for more than it granted, but not for so many.
        List<ScatterGather> many = new ArrayList<>();
        for (int i = 0; i < Math.max(Math.max(sends, receives), 64); i++) {
            many.add(pair[0].out(i, 1));
        }
        refused(pair[0].qp().postSend(List.of(SendRequest.send(1, many))), 0);
        refused(pair[0].qp().postReceive(List.of(new ReceiveRequest(1, many))), 0);
        SendRequest good = SendRequest.send(2, List.of(pair[0].out(0, 1)));
        pair[1].receive(3, pair[1].in(0, 64));
        refused(pair[0].qp().postSend(List.of(good, SendRequest.send(4, many), good)), 1);
        status(WorkCompletionStatus.SUCCESS, bench.await(pair[1].receives()));
    }

    private static void refused(Posted posted, int taken) {
        Expect.equal(taken, posted.count(), "taken");
        Expect.that(
                Set.of("EINVAL", "ENOMEM").contains(posted.refusal().name()),
                "refusal: " + posted.refusal());
    }

    private static void tooMuchInline(Workbench bench) {
        Endpoint end = bench.pair(QpType.RC)[0];
        int most = end.qp().init().capabilities().maxInlineData();
        SendRequest request =
                new SendRequest(
                        1,
                        SendOpcode.SEND,
                        Set.of(SendFlag.INLINE),
                        List.of(end.out(0, Math.max(4096, most + 1))),
                        0,
                        new SendTarget.Peer());
        refused(end.qp().postSend(List.of(request)), 0);
    }

    private static void noWrites(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        SendRequest write =
                Endpoint.request(1, SendOpcode.RDMA_WRITE, 0, pair[1].target(0), pair[0].out(0, 8));
        Posted posted = pair[0].qp().postSend(List.of(write));
        if (posted.count() == 0) {
            refused(posted, 0);
        } else {
            status(WorkCompletionStatus.LOC_QP_OP_ERR, bench.await(pair[0].sends()));
        }
        Expect.equal((byte) 0, pair[1].received(0, 1)[0], "what was not written");
    }

    private static void tooEarly(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        List<ReceiveRequest> receive = List.of(new ReceiveRequest(1, List.of(end.in(0, 8))));
        List<SendRequest> send = List.of(SendRequest.send(1, List.of(end.out(0, 8))));
        Expect.equal("EINVAL", end.qp().postReceive(receive).refusal().name(), "a receive");
        for (QpState state : List.of(QpState.RESET, QpState.INIT, QpState.RTR)) {
            Endpoint early = bench.endpoint(QpType.RC);
            TransitionCases.bring(bench, early, state);
            Expect.equal("EINVAL", early.qp().postSend(send).refusal().name(), "in " + state);
        }
    }

    private static void sendQueueError(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        AhHandle way = bench.pd().createAh("ah", bench.way());
        int tooLong = bench.port().attributes().activeMtuBytes() + 1;
        pair[0].receive(1, pair[0].in(0, 128));
        pair[0].send(datagram(2, pair[0], pair[1], way, tooLong));
        pair[0].send(datagram(3, pair[0], pair[1], way, 8));
        List<WorkCompletion> failed = bench.await(pair[0].sends(), 2);
        status(WorkCompletionStatus.LOC_LEN_ERR, failed.get(0));
        status(WorkCompletionStatus.WR_FLUSH_ERR, failed.get(1));
        Expect.equal(QpState.SQE, pair[0].state(), "state");
        pair[1].send(datagram(4, pair[1], pair[0], way, 8));
        status(WorkCompletionStatus.SUCCESS, bench.await(pair[0].receives()));
        pair[0].qp().modify(QpAttributes.ofState(QpState.RTS));
        pair[1].receive(5, pair[1].in(0, 128));
        pair[0].send(datagram(6, pair[0], pair[1], way, 8));
        status(WorkCompletionStatus.SUCCESS, bench.await(pair[1].receives()));
    }

    private static SendRequest datagram(
            long id, Endpoint from, Endpoint to, AhHandle way, int length) {
        return SendRequest.datagram(
                id,
                List.of(from.out(0, length)),
                new SendTarget.Datagram(way, to.qp().number(), Steps.QKEY_VALUE));
    }
}
