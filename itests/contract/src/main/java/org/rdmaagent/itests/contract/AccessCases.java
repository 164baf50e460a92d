// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.MemoryKeys;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Memory that may not be touched: by key, protection domain, bounds and access. */
final class AccessCases {
    /** The specification's answer, and that of rdma_rxe where the key is wrong. */
    private static final Set<WorkCompletionStatus> LOCAL =
            Set.of(WorkCompletionStatus.LOC_PROT_ERR, WorkCompletionStatus.LOC_QP_OP_ERR);

    /** An access that is not allowed, or one that makes no sense: drivers judge differently. */
    private static final Set<WorkCompletionStatus> REMOTE =
            Set.of(WorkCompletionStatus.REM_ACCESS_ERR, WorkCompletionStatus.REM_INV_REQ_ERR);

    private AccessCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        remote(
                cases,
                "a key that nobody has",
                (bench, end) -> write(end.memory().address(), 0x0f0f_0f00));
        remote(
                cases,
                "a key that was counted on",
                (bench, end) ->
                        write(end.memory().address(), MemoryKeys.increment(end.memory().rkey())));
        remote(
                cases,
                "the byte before a region",
                (bench, end) -> write(end.memory().address() - 1, end.memory().rkey()));
        remote(
                cases,
                "the byte behind a region",
                (bench, end) ->
                        write(
                                end.memory().address() + end.memory().length() - 7,
                                end.memory().rkey()));
        remote(cases, "memory without REMOTE_WRITE", AccessCases::unwritable);
        remote(cases, "memory of another protection domain", AccessCases::foreign);
        remote(cases, "memory that is closed", AccessCases::closed);
        local(cases, "a local key that nobody has", bench -> piece(bench.memory(64), 0, 8, 1));
        local(cases, "beyond the end", bench -> piece(bench.memory(64), 60, 8, 0));
        local(cases, "before the start", bench -> piece(bench.memory(64), -4, 8, 0));
        local(cases, "a region of another domain", bench -> piece(foreign(bench), 0, 8, 0));
        local(cases, "a region that is closed", AccessCases::closedPiece);
        cases.add(ContractCase.of("a read without REMOTE_READ", AccessCases::unreadable));
        cases.add(ContractCase.of("an atomic without REMOTE_ATOMIC", AccessCases::noAtomics));
        cases.add(ContractCase.of("an atomic that is not aligned", AccessCases::misaligned));
        cases.add(ContractCase.of("a queue pair that allows nothing", AccessCases::noAccess));
        cases.add(ContractCase.of("a receive into read-only memory", AccessCases::readOnly));
        cases.add(
                ContractCase.of(
                        "QP_ACCESS_ERR is told", Trait.ACCESS_EVENT, AccessCases::eventIsTold));
        return cases;
    }

    private static SendTarget.Memory write(long address, int rkey) {
        return new SendTarget.Memory(address, rkey);
    }

    private static void remote(
            List<ContractCase> cases,
            String what,
            BiFunction<Workbench, Endpoint, SendTarget.Memory> target) {
        cases.add(
                ContractCase.of(
                        "RC: a write is refused to " + what,
                        bench -> {
                            Endpoint[] pair = bench.pair(QpType.RC);
                            SendTarget.Memory there = target.apply(bench, pair[1]);
                            refused(
                                    bench,
                                    pair,
                                    Endpoint.request(
                                            1, SendOpcode.RDMA_WRITE, 0, there, pair[0].out(0, 8)));
                        }));
    }

    private static void refused(Workbench bench, Endpoint[] pair, SendRequest request) {
        pair[0].fill(0, 64, 99);
        pair[0].send(request);
        WorkCompletion done = bench.await(pair[0].sends());
        Expect.equal(WorkCompletionStatus.REM_ACCESS_ERR, done.status(), "status of " + done);
        Expect.equal(QpState.ERR, pair[0].state(), "state of who asked");
        Expect.equal(QpState.ERR, pair[1].state(), "state of who was asked");
    }

    private static SendTarget.Memory unwritable(Workbench bench, Endpoint end) {
        MrHandle region = bench.memory(64, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
        return write(region.address(), region.rkey());
    }

    private static MrHandle foreign(Workbench bench) {
        PdHandle other = bench.context().allocPd(bench.name("pd"));
        return other.registerMemory(
                bench.name("mr"), 64, Set.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE));
    }

    private static SendTarget.Memory foreign(Workbench bench, Endpoint end) {
        MrHandle region = foreign(bench);
        return write(region.address(), region.rkey());
    }

    private static SendTarget.Memory closed(Workbench bench, Endpoint end) {
        MrHandle region = bench.memory(64);
        SendTarget.Memory there = write(region.address(), region.rkey());
        region.close();
        return there;
    }

    private static ScatterGather piece(MrHandle region, int offset, int length, int otherKey) {
        return new ScatterGather(
                region.address() + offset, length, region.lkey() + (otherKey << 20));
    }

    private static ScatterGather closedPiece(Workbench bench) {
        MrHandle region = bench.memory(64);
        ScatterGather piece = piece(region, 0, 8, 0);
        region.close();
        return piece;
    }

    private static void local(
            List<ContractCase> cases, String what, Function<Workbench, ScatterGather> piece) {
        cases.add(
                ContractCase.of(
                        "RC: a send fails from " + what,
                        bench -> {
                            Endpoint[] pair = bench.pair(QpType.RC);
                            pair[1].receive(1, pair[1].in(0, 64));
                            pair[0].send(2, piece.apply(bench));
                            WorkCompletion done = bench.await(pair[0].sends());
                            Expect.that(LOCAL.contains(done.status()), "status of " + done);
                            Expect.equal(QpState.ERR, pair[0].state(), "state");
                            Expect.equal(
                                    List.of(), pair[1].receives().poll(1), "what was received");
                        }));
    }

    private static void unreadable(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        MrHandle region = bench.memory(64, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        refused(
                bench,
                pair,
                Endpoint.request(
                        1,
                        SendOpcode.RDMA_READ,
                        0,
                        write(region.address(), region.rkey()),
                        pair[0].in(0, 8)));
        Expect.equal((byte) 0, pair[0].received(0, 1)[0], "what was not read");
    }

    private static SendRequest atomic(Endpoint from, MrHandle region, int offset) {
        return Endpoint.request(
                1,
                SendOpcode.ATOMIC_FETCH_AND_ADD,
                0,
                new SendTarget.Atomic(region.address() + offset, region.rkey(), 1, 0),
                from.in(0, 8));
    }

    private static void noAtomics(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        MrHandle region = bench.memory(64, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        refused(bench, pair, atomic(pair[0], region, 0));
        Expect.equal((byte) 0, region.buffer().get(0), "what was not added to");
    }

    private static void misaligned(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        MrHandle region = bench.memory(64);
        var posted = pair[0].qp().postSend(List.of(atomic(pair[0], region, 4)));
        if (posted.count() == 0) {
            Expect.equal("EINVAL", posted.refusal().name(), "refusal");
        } else {
            WorkCompletion done = bench.await(pair[0].sends());
            Expect.that(REMOTE.contains(done.status()), "status of " + done);
        }
        Expect.equal((byte) 0, region.buffer().get(4), "what was not added to");
    }

    private static void noAccess(Workbench bench) {
        Endpoint[] pair = {bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)};
        pair[1].qp()
                .modify(Steps.init(QpType.RC, bench.rig().port()).qpAccessFlags(Set.of()).build());
        pair[1].qp().modify(Steps.rtr(QpType.RC, pair[0].qp().number(), bench.way()).build());
        pair[0].ready(pair[1], bench.way());
        pair[0].fill(0, 64, 99);
        pair[0].send(
                Endpoint.request(
                        1, SendOpcode.RDMA_WRITE, 0, pair[1].target(0), pair[0].out(0, 8)));
        WorkCompletion done = bench.await(pair[0].sends());
        Expect.that(REMOTE.contains(done.status()), "status of " + done);
        Expect.equal((byte) 0, pair[1].received(0, 1)[0], "what was not written");
    }

    private static void readOnly(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        MrHandle region = bench.memory(64, AccessFlag.REMOTE_READ);
        pair[1].receive(1, new ScatterGather(region.address(), 64, region.lkey()));
        pair[0].send(2, pair[0].out(0, 8));
        WorkCompletion received = bench.await(pair[1].receives());
        Expect.that(LOCAL.contains(received.status()), "status of " + received);
        WorkCompletion sent = bench.await(pair[0].sends());
        Expect.equal(WorkCompletionStatus.REM_OP_ERR, sent.status(), "status of " + sent);
        Expect.equal(QpState.ERR, pair[1].state(), "state of the receiver");
    }

    private static void eventIsTold(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        refused(
                bench,
                pair,
                Endpoint.request(1, SendOpcode.RDMA_WRITE, 0, write(8, 0), pair[0].out(0, 8)));
        Expect.equal(
                pair[1].qp(),
                bench.awaitEvent(AsyncEventType.QP_ACCESS_ERR).handle().orElse(null),
                "whose access was refused");
        pair[1].qp().modify(QpAttributes.ofState(QpState.RESET));
    }
}
