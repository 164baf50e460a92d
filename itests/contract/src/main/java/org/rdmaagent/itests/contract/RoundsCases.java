// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ResourceCounts;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** Made and closed again and again, nothing remains. */
final class RoundsCases {
    /** How often each is made. */
    private static final int ROUNDS = 200;

    /** How often two are connected: each takes a while on an emulated processor. */
    private static final int CONNECTIONS = 40;

    private RoundsCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        add(
                cases,
                "contexts",
                Set.of(),
                (bench, cq) -> bench.lease().open(bench.rig().device(), "again"));
        add(cases, "protection domains", Set.of(), (bench, cq) -> bench.context().allocPd("again"));
        add(
                cases,
                "regions",
                Set.of(),
                (bench, cq) -> bench.pd().registerMemory("again", 8192, Set.of()));
        add(cases, "channels", Set.of(), (bench, cq) -> bench.context().createChannel("again"));
        add(
                cases,
                "queues",
                Set.of(),
                (bench, cq) -> bench.context().createCq("again", 100, null, 0));
        add(cases, "reliable connections", Set.of(), (bench, cq) -> qp(bench, cq, QpType.RC));
        add(cases, "datagram queue pairs", Set.of(), (bench, cq) -> qp(bench, cq, QpType.UD));
        add(
                cases,
                "address handles",
                Set.of(),
                (bench, cq) -> bench.pd().createAh("again", bench.way()));
        add(
                cases,
                "shared queues",
                Set.of(Trait.SRQ),
                (bench, cq) -> bench.pd().createSrq("again", new SrqAttributes(16, 1, 0)));
        add(
                cases,
                "work queues",
                Set.of(Trait.WORK_QUEUES),
                (bench, cq) -> bench.pd().createWq("again", new WqInit(WqType.RQ, 16, 1), cq));
        add(
                cases,
                "XRC domains",
                Set.of(Trait.XRC),
                (bench, cq) -> bench.context().openXrcd("again"));
        cases.add(
                ContractCase.of(
                        CONNECTIONS + " connections with traffic", RoundsCases::connections));
        return cases;
    }

    private static void add(
            List<ContractCase> cases,
            String what,
            Set<Trait> needs,
            BiFunction<Workbench, CqHandle, VerbsHandle> maker) {
        cases.add(
                ContractCase.of(
                        ROUNDS + " rounds of " + what, needs, bench -> rounds(bench, maker)));
    }

    private static VerbsHandle qp(Workbench bench, CqHandle cq, QpType type) {
        var qp =
                bench.pd().createQp("again", new QpInit(type, Endpoint.SIZES, false), cq, cq, null);
        qp.modify(Steps.init(type, bench.rig().port()).build());
        return qp;
    }

    private static void rounds(
            Workbench bench, BiFunction<Workbench, CqHandle, VerbsHandle> maker) {
        CqHandle cq = bench.cq(16);
        ResourceCounts before = bench.context().resources();
        List<VerbsHandle> handles = bench.context().handles();
        for (int i = 0; i < ROUNDS; i++) {
            maker.apply(bench, cq).close();
        }
        Expect.equal(before, bench.context().resources(), "what is held after all rounds");
        Expect.equal(handles, bench.context().handles(), "handles after all rounds");
        Expect.equal(1, bench.lease().contexts().size(), "contexts after all rounds");
    }

    private static void connections(Workbench bench) {
        Endpoint[] pair = {bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)};
        ResourceCounts before = bench.context().resources();
        for (int i = 0; i < CONNECTIONS; i++) {
            pair[0].ready(pair[1], bench.way());
            pair[1].ready(pair[0], bench.way());
            pair[1].receive(i, pair[1].in(0, 64));
            byte[] sent = pair[0].fill(0, 64, i);
            pair[0].send(i, pair[0].out(0, 64));
            Expect.that(bench.await(pair[1].receives()).succeeded(), "received in round " + i);
            Expect.that(bench.await(pair[0].sends()).succeeded(), "sent in round " + i);
            pair[1].receivedIs(sent, 0, "round " + i);
            for (Endpoint end : pair) {
                end.qp().modify(QpAttributes.ofState(QpState.RESET));
            }
        }
        Expect.equal(before, bench.context().resources(), "what is held after all rounds");
    }
}
