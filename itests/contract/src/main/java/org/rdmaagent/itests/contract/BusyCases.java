// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** What is needed cannot be closed: EBUSY, and both stay as they are. */
final class BusyCases {
    /**
     * Two objects of which one needs the other.
     *
     * @param needed what cannot be closed
     * @param user what needs it
     */
    private record Order(VerbsHandle needed, VerbsHandle user) {}

    private BusyCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        add(cases, "a region keeps its protection domain", Set.of(), BusyCases::memory);
        add(cases, "an address handle keeps its protection domain", Set.of(), BusyCases::address);
        add(cases, "a queue pair keeps its protection domain", Set.of(), BusyCases::pair);
        add(cases, "a queue pair keeps its send queue", Set.of(), BusyCases::sendQueue);
        add(cases, "a queue pair keeps its receive queue", Set.of(), BusyCases::receiveQueue);
        add(cases, "a queue keeps its channel", Set.of(), BusyCases::channel);
        add(cases, "a queue keeps its context", Set.of(), BusyCases::context);
        add(cases, "a shared queue keeps its protection domain", Set.of(Trait.SRQ), BusyCases::srq);
        add(cases, "a queue pair keeps its shared queue", Set.of(Trait.SRQ), BusyCases::sharing);
        add(cases, "a work queue keeps its queue", Set.of(Trait.WORK_QUEUES), BusyCases::workQueue);
        add(cases, "a table keeps its work queue", Set.of(Trait.WORK_QUEUES), BusyCases::table);
        add(cases, "a target keeps its domain", Set.of(Trait.XRC), BusyCases::target);
        return cases;
    }

    private static void add(
            List<ContractCase> cases,
            String name,
            Set<Trait> needs,
            Function<Workbench, Order> maker) {
        cases.add(ContractCase.of(name, needs, bench -> check(maker.apply(bench))));
    }

    private static void check(Order order) {
        Expect.refused("EBUSY", order.needed::close, "closing " + order.needed.name());
        Expect.that(order.needed.isOpen(), order.needed.name() + " is still open");
        Expect.that(order.user.isOpen(), order.user.name() + " is still open");
        Expect.refused("EBUSY", order.needed::close, "closing it again");
        order.user.close();
        order.needed.close();
        Expect.that(!order.needed.isOpen(), order.needed.name() + " is closed now");
    }

    private static PdHandle pd(Workbench bench) {
        return bench.context().allocPd(bench.name("pd"));
    }

    private static Order memory(Workbench bench) {
        PdHandle pd = pd(bench);
        return new Order(pd, pd.registerMemory("mr", 64, Set.of(AccessFlag.LOCAL_WRITE)));
    }

    private static Order address(Workbench bench) {
        PdHandle pd = pd(bench);
        return new Order(pd, pd.createAh("ah", bench.way()));
    }

    private static Order pair(Workbench bench) {
        PdHandle pd = pd(bench);
        CqHandle cq = bench.cq(4);
        return new Order(pd, pd.createQp("qp", ObjectCases.rc(), cq, cq, null));
    }

    private static Order sendQueue(Workbench bench) {
        CqHandle cq = bench.cq(4);
        return new Order(cq, bench.pd().createQp("qp", ObjectCases.rc(), cq, bench.cq(4), null));
    }

    private static Order receiveQueue(Workbench bench) {
        CqHandle cq = bench.cq(4);
        return new Order(cq, bench.pd().createQp("qp", ObjectCases.rc(), bench.cq(4), cq, null));
    }

    private static Order channel(Workbench bench) {
        ChannelHandle channel = bench.context().createChannel("channel");
        return new Order(channel, bench.context().createCq("cq", 4, channel, 0));
    }

    private static Order context(Workbench bench) {
        var other = bench.lease().open(bench.rig().device(), "other");
        return new Order(other, other.createCq("cq", 4, null, 0));
    }

    private static Order srq(Workbench bench) {
        PdHandle pd = pd(bench);
        return new Order(pd, pd.createSrq("srq", new SrqAttributes(4, 1, 0)));
    }

    private static Order sharing(Workbench bench) {
        SrqHandle srq = bench.pd().createSrq("srq", new SrqAttributes(4, 1, 0));
        CqHandle cq = bench.cq(4);
        return new Order(srq, bench.pd().createQp("qp", ObjectCases.rc(), cq, cq, srq));
    }

    private static Order workQueue(Workbench bench) {
        CqHandle cq = bench.cq(4);
        return new Order(cq, bench.pd().createWq("wq", new WqInit(WqType.RQ, 4, 1), cq));
    }

    private static Order table(Workbench bench) {
        WqHandle wq = bench.pd().createWq("wq", new WqInit(WqType.RQ, 4, 1), bench.cq(4));
        return new Order(wq, bench.context().createRwqTable("table", List.of(wq)));
    }

    private static Order target(Workbench bench) {
        XrcdHandle domain = bench.context().openXrcd("domain");
        return new Order(
                domain,
                domain.createQp("qp", new QpInit(QpType.XRC_RECV, QpCapabilities.NONE, false)));
    }
}
