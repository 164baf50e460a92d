// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** The values of attributes: kept, told, and refused where they make no sense. */
final class AttributeCases {
    /** All that ibv_query_qp(3) tells: the rate limit is not among it. */
    private static final Set<QpAttribute> EVERYTHING =
            EnumSet.complementOf(EnumSet.of(QpAttribute.RATE_LIMIT));

    private AttributeCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("what was set is told", AttributeCases::told),
                ContractCase.of("optional attributes are taken", AttributeCases::optional),
                ContractCase.of("no such port", AttributeCases::noPort),
                ContractCase.of("packet pacing is not offered", AttributeCases::pacing),
                ContractCase.of("a refused change changes nothing", AttributeCases::atomic),
                ContractCase.of("RESET forgets, and the way begins anew", AttributeCases::anew),
                ContractCase.of(
                        "a wrong current state is refused",
                        Trait.CURRENT_STATE_CHECKED,
                        AttributeCases::current),
                ContractCase.of(
                        "values that the device does not have",
                        Trait.VALUES_CHECKED,
                        AttributeCases::values),
                ContractCase.of(
                        "a depth that the device does not serve",
                        Trait.DEPTH_CHECKED,
                        AttributeCases::depth),
                ContractCase.of(
                        "a P_Key row that the port does not have",
                        Trait.PARTITION_CHECKED,
                        AttributeCases::partition),
                ContractCase.of(
                        "SQ_DRAINED is told if asked for",
                        Trait.DRAINED_EVENT,
                        AttributeCases::drained));
    }

    private static void told(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        QpAttributes told = pair[0].qp().query(EVERYTHING);
        Expect.equal(QpState.RTS, told.qpState(), "state");
        Expect.equal(bench.rig().port(), told.portNum(), "port");
        Expect.equal(0, told.pkeyIndex(), "P_Key row");
        Expect.equal(pair[1].qp().number(), told.destQpNum(), "destination");
        Expect.equal(Mtu.MTU_1024, told.pathMtu().orElse(null), "path MTU");
        Expect.equal(Steps.PSN, told.rqPsn(), "receive PSN");
        Expect.equal(Steps.PSN, told.sqPsn(), "send PSN");
        Expect.equal(Steps.TIMEOUT_EXPONENT, told.timeout(), "time-out");
        Expect.equal(3, told.retryCnt(), "retries");
        Expect.equal(7, told.rnrRetry(), "RNR retries");
        Expect.equal(12, told.minRnrTimer(), "RNR timer");
        Expect.equal(bench.way().dlid(), told.ahAttr().dlid(), "LID of the way");
        Expect.equal(bench.way().grh().isPresent(), told.ahAttr().grh().isPresent(), "route");
        Expect.that(
                told.qpAccessFlags()
                        .containsAll(Set.of(AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE)),
                "access: " + told.qpAccessFlags());
        Expect.that(told.cap().maxSendWr() >= Endpoint.DEPTH, "sizes: " + told.cap());
        Endpoint datagram = bench.pair(QpType.UD)[0];
        Expect.equal(
                Steps.QKEY_VALUE, datagram.qp().query(Set.of(QpAttribute.QKEY)).qkey(), "Q_Key");
    }

    private static void optional(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        TransitionCases.bring(bench, end, QpState.INIT);
        Set<AccessFlag> none = Set.of(AccessFlag.LOCAL_WRITE);
        end.qp().modify(QpAttributes.builder().qpState(QpState.INIT).pkeyIndex(0).build());
        end.qp()
                .modify(
                        Steps.rtr(QpType.RC, end.qp().number(), bench.way())
                                .qpAccessFlags(none)
                                .build());
        end.qp().modify(Steps.rts(QpType.RC).curQpState(QpState.RTR).minRnrTimer(5).build());
        end.qp().modify(QpAttributes.builder().minRnrTimer(6).build());
        Expect.equal(QpState.RTS, end.state(), "state after a change without one");
        Expect.equal(6, end.qp().query(Set.of(QpAttribute.MIN_RNR_TIMER)).minRnrTimer(), "timer");
        Endpoint datagram = bench.pair(QpType.UD)[0];
        datagram.qp().modify(QpAttributes.builder().qkey(0x2222).build());
        Expect.equal(0x2222, datagram.qp().query(Set.of(QpAttribute.QKEY)).qkey(), "another Q_Key");
    }

    private static void noPort(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        for (int port : List.of(0, bench.limits().physPortCnt() + 1, 255)) {
            Expect.refused(
                    "EINVAL",
                    () -> end.qp().modify(Steps.init(QpType.RC, port).build()),
                    "port " + port);
            Expect.equal(QpState.RESET, end.state(), "the state then");
        }
    }

    private static void pacing(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        Expect.refused(
                Set.of("EOPNOTSUPP", "EINVAL"),
                () -> end.qp().modify(QpAttributes.builder().rateLimit(1000).build()),
                "a rate limit");
        Expect.refused(
                Set.of("EOPNOTSUPP", "EINVAL"),
                () -> end.qp().query(Set.of(QpAttribute.RATE_LIMIT)),
                "asking for it");
    }

    private static void atomic(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        QpAttributes wrong = QpAttributes.builder().qpState(QpState.RTR).qkey(0x7777).build();
        Expect.refused("EINVAL", () -> end.qp().modify(wrong), "from RTS to RTR");
        Expect.equal(QpState.RTS, end.state(), "state");
        Expect.equal(Steps.QKEY_VALUE, end.qp().query(Set.of(QpAttribute.QKEY)).qkey(), "Q_Key");
    }

    private static void anew(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        for (Endpoint end : pair) {
            end.qp().modify(QpAttributes.ofState(QpState.ERR));
            end.qp().modify(QpAttributes.ofState(QpState.RESET));
        }
        pair[0].ready(pair[1], bench.way());
        pair[1].ready(pair[0], bench.way());
        pair[1].receive(1, pair[1].in(0, 8));
        byte[] sent = pair[0].fill(0, 8, 5);
        pair[0].send(2, pair[0].out(0, 8));
        Expect.that(bench.await(pair[1].receives()).succeeded(), "received");
        pair[1].receivedIs(sent, 0, "after a second start");
    }

    private static void current(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.UD);
        TransitionCases.bring(bench, end, QpState.RTR);
        Expect.refused(
                "EINVAL",
                () -> end.qp().modify(Steps.rts(QpType.UD).curQpState(QpState.SQD).build()),
                "SQD, but it is RTR");
        Expect.equal(QpState.RTR, end.state(), "the state then");
    }

    private static void values(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        TransitionCases.bring(bench, end, QpState.INIT);
        AhAttributes noSuchPort =
                new AhAttributes(bench.way().grh(), bench.way().dlid(), 0, 0, 0, 99);
        AhAttributes noSuchRow =
                AhAttributes.global(
                        new GlobalRoute(bench.gid(), 0, 255, 1, 0),
                        bench.way().dlid(),
                        bench.rig().port());
        for (AhAttributes way : List.of(noSuchPort, noSuchRow)) {
            Expect.refused(
                    Set.of("EINVAL", "ENODATA", "errno 61"),
                    () -> end.qp().modify(Steps.rtr(QpType.RC, new QpNumber(2), way).build()),
                    way.toString());
        }
        Expect.equal(QpState.INIT, end.state(), "the state then");
    }

    private static void depth(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        TransitionCases.bring(bench, end, QpState.INIT);
        int most = bench.limits().maxQpRdAtom();
        if (most < 255) {
            Expect.refused(
                    "EINVAL",
                    () ->
                            end.qp()
                                    .modify(
                                            Steps.rtr(QpType.RC, new QpNumber(2), bench.way())
                                                    .maxDestRdAtomic(most + 1)
                                                    .build()),
                    "more reads than the device serves");
        }
        Expect.equal(QpState.INIT, end.state(), "the state then");
    }

    private static void partition(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        int rows = bench.port().attributes().pkeyTblLen();
        Expect.refused(
                "EINVAL",
                () ->
                        end.qp()
                                .modify(
                                        Steps.init(QpType.RC, bench.rig().port())
                                                .pkeyIndex(rows)
                                                .build()),
                "P_Key row " + rows);
        Expect.equal(QpState.RESET, end.state(), "the state then");
    }

    private static void drained(Workbench bench) {
        Endpoint end = bench.pair(QpType.RC)[0];
        end.qp().modify(QpAttributes.builder().qpState(QpState.SQD).enSqdAsyncNotify(true).build());
        Expect.equal(
                end.qp(),
                bench.awaitEvent(AsyncEventType.SQ_DRAINED).handle().orElse(null),
                "whose");
    }
}
