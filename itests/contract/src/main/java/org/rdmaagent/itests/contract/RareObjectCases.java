// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqState;
import org.rdmaagent.verbs.WqType;

/** Work queues, their tables, and extended reliable connections. */
final class RareObjectCases {
    private static final WqInit SMALL = new WqInit(WqType.RQ, 10, 1);

    private RareObjectCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of(
                        "work queues go through their states",
                        Trait.WORK_QUEUES,
                        RareObjectCases::states),
                ContractCase.of(
                        "steps that a work queue does not take",
                        Set.of(Trait.WORK_QUEUES, Trait.WORK_QUEUE_STATES),
                        RareObjectCases::wrongStates),
                ContractCase.of(
                        "a table of work queues", Trait.WORK_QUEUES, RareObjectCases::table),
                ContractCase.of(
                        "tables that cannot be", Trait.WORK_QUEUES, RareObjectCases::wrongTables),
                ContractCase.of("XRC: a target is opened", Trait.XRC, RareObjectCases::opened),
                ContractCase.of("XRC: no such target", Trait.XRC, RareObjectCases::notOpened),
                ContractCase.of("XRC: the way to RTS", Trait.XRC, RareObjectCases::ready),
                ContractCase.of("what is not offered says so", RareObjectCases::notOffered));
    }

    private static WqHandle wq(Workbench bench, CqHandle cq) {
        return bench.pd().createWq(bench.name("wq"), SMALL, cq);
    }

    private static void states(Workbench bench) {
        WqHandle wq = wq(bench, bench.cq(16));
        Expect.equal(WqState.RESET, wq.state(), "state at first");
        Expect.that(wq.init().maxWr() >= 10, "places: " + wq.init());
        for (WqState next :
                List.of(WqState.RDY, WqState.ERR, WqState.RESET, WqState.RDY, WqState.RESET)) {
            wq.modify(next);
            Expect.equal(next, wq.state(), "state then");
        }
    }

    private static void wrongStates(Workbench bench) {
        WqHandle wq = wq(bench, bench.cq(16));
        Expect.refused("EINVAL", () -> wq.modify(WqState.ERR), "from RESET to ERR");
        wq.modify(WqState.RDY);
        wq.modify(WqState.ERR);
        Expect.refused("EINVAL", () -> wq.modify(WqState.RDY), "from ERR to RDY");
        Expect.equal(WqState.ERR, wq.state(), "state then");
    }

    private static void table(Workbench bench) {
        CqHandle cq = bench.cq(16);
        // The numbers have to begin at a multiple of the size: one of two neighbours does.
        List<WqHandle> queues = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            queues.add(wq(bench, cq));
        }
        int first = queues.get(0).number() % 2;
        List<WqHandle> two = queues.subList(first, first + 2);
        RwqTableHandle table = bench.context().createRwqTable("table", two);
        Expect.equal(two, table.queues(), "its queues");
        table.close();
        two.get(0).close();
    }

    private static void wrongTables(Workbench bench) {
        CqHandle cq = bench.cq(16);
        WqHandle one = wq(bench, cq);
        Expect.refused(
                "EINVAL",
                () -> bench.context().createRwqTable("table", List.of(one, one)),
                "one queue twice");
        Expect.refused(
                "EINVAL",
                () -> bench.context().createRwqTable("table", List.of(one, one, one)),
                "no power of two");
        bench.context().createRwqTable("table", List.of(one)).close();
    }

    private static QpHandle target(XrcdHandle domain, String name) {
        return domain.createQp(name, new QpInit(QpType.XRC_RECV, QpCapabilities.NONE, false));
    }

    private static void opened(Workbench bench) {
        XrcdHandle domain = bench.context().openXrcd("domain");
        QpHandle made = target(domain, "made");
        QpHandle opened = domain.openQp("opened", made.number());
        Expect.equal(made.number(), opened.number(), "number");
        opened.modify(Steps.init(QpType.RC, bench.rig().port()).build());
        Expect.equal(QpState.INIT, made.query(Set.of()).qpState(), "one state for both");
        made.close();
        Expect.equal(QpState.INIT, opened.query(Set.of()).qpState(), "it lives on");
        Expect.refused("EBUSY", domain::close, "closing the domain");
        opened.close();
        domain.close();
    }

    private static void notOpened(Workbench bench) {
        XrcdHandle domain = bench.context().openXrcd("domain");
        XrcdHandle other = bench.context().openXrcd("other");
        QpHandle made = target(other, "made");
        Expect.refused("EINVAL", () -> domain.openQp("x", made.number()), "of another domain");
        Expect.refused("EINVAL", () -> domain.openQp("x", new QpNumber(0xfffff)), "of none");
        Endpoint plain = bench.endpoint(QpType.RC);
        Expect.refused("EINVAL", () -> domain.openQp("x", plain.qp().number()), "a plain one");
        Expect.refused(
                Set.of("EINVAL", "EOPNOTSUPP"),
                () -> domain.createQp("x", new QpInit(QpType.RC, Endpoint.SIZES, false)),
                "a plain one made in it");
    }

    private static void ready(Workbench bench) {
        XrcdHandle domain = bench.context().openXrcd("domain");
        QpHandle there = target(domain, "there");
        CqHandle cq = bench.cq(16);
        QpHandle here =
                bench.pd()
                        .createQp(
                                "here",
                                new QpInit(QpType.XRC_SEND, Endpoint.SIZES, false),
                                cq,
                                cq,
                                null);
        Expect.that(here.recvCq().isEmpty(), "the sending half receives nothing");
        Expect.that(there.sendCq().isEmpty(), "the receiving half sends nothing");
        int port = bench.rig().port();
        for (QpHandle half : List.of(here, there)) {
            half.modify(Steps.init(QpType.RC, port).build());
        }
        here.modify(Steps.rtr(QpType.UC, there.number(), bench.way()).build());
        there.modify(Steps.rtr(QpType.RC, here.number(), bench.way()).build());
        here.modify(Steps.rts(QpType.RC).build());
        there.modify(Steps.rts(QpType.UC).timeout(12).build());
        for (QpHandle half : List.of(here, there)) {
            Expect.equal(QpState.RTS, half.query(Set.of()).qpState(), "state of " + half.name());
        }
    }

    private static void notOffered(Workbench bench) {
        Set<Trait> traits = bench.rig().traits();
        Set<String> refusals = Set.of("EOPNOTSUPP", "ENOSYS", "EINVAL");
        CqHandle cq = bench.cq(16);
        if (!traits.contains(Trait.WORK_QUEUES)) {
            Expect.refused(refusals, () -> wq(bench, cq), "a work queue");
        }
        if (!traits.contains(Trait.XRC)) {
            Expect.refused(refusals, () -> bench.context().openXrcd("domain"), "a domain");
        }
        Expect.refused(
                refusals,
                () ->
                        bench.pd()
                                .createQp(
                                        "qp",
                                        new QpInit(QpType.DRIVER, Endpoint.SIZES, false),
                                        cq,
                                        cq,
                                        null),
                "a queue pair of the driver's own kind");
        Expect.equal(2, bench.context().handles().size(), "a queue and a protection domain");
    }
}
