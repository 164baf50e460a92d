// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.SrqAttributes;

/** Whoever uses what is closed gets EBADF, and nothing else happens. */
final class ClosedCases {
    private static final Gid GROUP = new Gid(0xff12_0000_0000_0000L, 0x77);

    private ClosedCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("a closed context", ClosedCases::context),
                ContractCase.of("a closed protection domain", ClosedCases::domain),
                ContractCase.of("a closed completion queue", ClosedCases::queue),
                ContractCase.of("a closed channel", ClosedCases::channel),
                ContractCase.of("a closed queue pair", ClosedCases::pair),
                ContractCase.of("a closed region", ClosedCases::region),
                ContractCase.of("a closed address handle", ClosedCases::address),
                ContractCase.of("a closed shared queue", Trait.SRQ, ClosedCases::shared));
    }

    private static void bad(Map<String, Runnable> calls) {
        new TreeMap<>(calls).forEach((what, call) -> Expect.refused("EBADF", call, what));
    }

    private static void context(Workbench bench) {
        ContextHandle context = bench.lease().open(bench.rig().device(), "other");
        context.close();
        bad(
                Map.of(
                        "allocPd", () -> context.allocPd("x"),
                        "createChannel", () -> context.createChannel("x"),
                        "createCq", () -> context.createCq("x", 4, null, 0),
                        "awaitAsync", () -> context.awaitAsync(0)));
    }

    private static void domain(Workbench bench) {
        CqHandle cq = bench.cq(4);
        PdHandle pd = bench.context().allocPd("other");
        pd.close();
        bad(
                Map.of(
                        "registerMemory",
                        () -> pd.registerMemory("x", 64, Set.of(AccessFlag.LOCAL_WRITE)),
                        "createQp",
                        () -> pd.createQp("x", ObjectCases.rc(), cq, cq, null),
                        "createAh",
                        () -> pd.createAh("x", bench.way()),
                        "createSrq",
                        () -> pd.createSrq("x", new SrqAttributes(4, 1, 0))));
    }

    private static void queue(Workbench bench) {
        CqHandle cq = bench.toldCq(4);
        CqHandle open = bench.cq(4);
        cq.close();
        bad(
                Map.of(
                        "poll", () -> cq.poll(1),
                        "requestNotify", () -> cq.requestNotify(false),
                        "resize", () -> cq.resize(8),
                        "createQp",
                                () -> bench.pd().createQp("x", ObjectCases.rc(), cq, open, null)));
    }

    private static void channel(Workbench bench) {
        ChannelHandle channel = bench.context().createChannel("channel");
        channel.close();
        bad(
                Map.of(
                        "await", () -> channel.await(0),
                        "createCq", () -> bench.context().createCq("x", 4, channel, 0)));
    }

    private static void pair(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.UD);
        QpHandle qp = end.qp();
        qp.close();
        bad(
                Map.of(
                        "modify", () -> qp.modify(QpAttributes.ofState(QpState.ERR)),
                        "query", () -> qp.query(Set.of(QpAttribute.STATE)),
                        "attach", () -> qp.attach(GROUP, new Lid(0xc000)),
                        "detach", () -> qp.detach(GROUP, new Lid(0xc000)),
                        "postSend", () -> qp.postSend(List.of(SendRequest.send(1, List.of()))),
                        "postReceive",
                                () -> qp.postReceive(List.of(new ReceiveRequest(1, List.of())))));
    }

    private static void region(Workbench bench) {
        MrHandle region = bench.memory(4096);
        region.close();
        bad(Map.of("buffer", region::buffer));
    }

    private static void address(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        var handle = bench.pd().createAh("ah", bench.way());
        handle.close();
        SendRequest request =
                SendRequest.datagram(
                        1,
                        List.of(pair[0].out(0, 8)),
                        new SendTarget.Datagram(handle, pair[1].qp().number(), Steps.QKEY_VALUE));
        Expect.mistaken(() -> pair[0].qp().postSend(List.of(request)), "sending by it");
    }

    private static void shared(Workbench bench) {
        SrqHandle srq = bench.pd().createSrq("srq", new SrqAttributes(4, 1, 0));
        CqHandle cq = bench.cq(4);
        srq.close();
        bad(
                Map.of(
                        "query", srq::query,
                        "armLimit", () -> srq.armLimit(1),
                        "resize", () -> srq.resize(8),
                        "postReceive",
                                () -> srq.postReceive(List.of(new ReceiveRequest(1, List.of()))),
                        "createQp", () -> bench.pd().createQp("x", ObjectCases.rc(), cq, cq, srq)));
    }
}
