// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletion;

/** Receives that queue pairs share. */
final class SharedReceiveCases {
    private SharedReceiveCases() {}

    static List<ContractCase> cases() {
        return List.of(
                of("sizes are told", SharedReceiveCases::told),
                of("two queue pairs take from one queue", SharedReceiveCases::taken),
                of("a full shared queue", SharedReceiveCases::full),
                of("no receives of its own beside it", SharedReceiveCases::noOwn),
                of("the limit is told once", SharedReceiveCases::limit),
                of("limits that cannot be", SharedReceiveCases::wrongLimit),
                ContractCase.of(
                        "a shared queue grows",
                        Set.of(Trait.SRQ, Trait.SRQ_RESIZE),
                        SharedReceiveCases::grows),
                ContractCase.of(
                        "QP_LAST_WQE_REACHED is told",
                        Set.of(Trait.SRQ, Trait.LAST_REQUEST_EVENT),
                        SharedReceiveCases::last));
    }

    private static ContractCase of(String name, ContractCase.Body body) {
        return ContractCase.of(name, Trait.SRQ, body);
    }

    private static SrqHandle srq(Workbench bench, int places) {
        return bench.pd().createSrq(bench.name("srq"), new SrqAttributes(places, 1, 0));
    }

    /** Receives from that queue; connected to the peer and ready. */
    private static Endpoint sharing(Workbench bench, SrqHandle srq, Endpoint peer) {
        var sends = bench.toldCq(64);
        var receives = bench.toldCq(64);
        Endpoint end =
                new Endpoint(
                        bench.pd()
                                .createQp(
                                        bench.name("qp"),
                                        new QpInit(QpType.RC, Endpoint.SIZES, false),
                                        sends,
                                        receives,
                                        srq),
                        sends,
                        receives,
                        bench.memory(2L * Endpoint.HALF));
        end.ready(peer, bench.way());
        peer.ready(end, bench.way());
        return end;
    }

    private static ReceiveRequest receive(long id, MrHandle memory) {
        return new ReceiveRequest(
                id, List.of(new ScatterGather(memory.address() + id * 64, 64, memory.lkey())));
    }

    private static void post(SrqHandle srq, MrHandle memory, int from, int to) {
        List<ReceiveRequest> all = new ArrayList<>();
        for (int id = from; id < to; id++) {
            all.add(receive(id, memory));
        }
        Expect.equal(Posted.all(to - from), srq.postReceive(all), "posted");
    }

    private static void told(Workbench bench) {
        SrqHandle srq = srq(bench, 100);
        Expect.that(srq.query().maxWr() >= 100, "places: " + srq.query());
        Expect.that(srq.query().maxSge() >= 1, "segments: " + srq.query());
        Expect.equal(0, srq.query().limit(), "limit");
        srq.armLimit(5);
        Expect.equal(5, srq.query().limit(), "limit when armed");
        srq.armLimit(0);
        Expect.equal(0, srq.query().limit(), "limit when disarmed");
        Expect.equal(bench.pd(), srq.pd(), "protection domain");
    }

    private static void taken(Workbench bench) {
        SrqHandle srq = srq(bench, 16);
        MrHandle memory = bench.memory(4096);
        Endpoint[] senders = {bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)};
        Endpoint[] takers = {sharing(bench, srq, senders[0]), sharing(bench, srq, senders[1])};
        post(srq, memory, 0, 4);
        for (int i = 0; i < 4; i++) {
            Endpoint sender = senders[i % 2];
            byte[] sent = sender.fill(0, 64, i);
            sender.send(i, sender.out(0, 64));
            WorkCompletion received = bench.await(takers[i % 2].receives());
            Expect.that(received.succeeded(), "received: " + received);
            Expect.equal((long) i, received.wrId(), "the next request, whoever takes it");
            byte[] got = new byte[64];
            memory.buffer().get(i * 64, got);
            Expect.that(Arrays.equals(sent, got), "the bytes of message " + i);
        }
    }

    private static void full(Workbench bench) {
        SrqHandle srq = srq(bench, 4);
        int places = srq.query().maxWr();
        MrHandle memory = bench.memory(64L * (places + 8));
        List<ReceiveRequest> many = new ArrayList<>();
        for (int i = 0; i < places + 2; i++) {
            many.add(receive(i, memory));
        }
        Posted posted = srq.postReceive(many);
        Expect.equal(places, posted.count(), "taken");
        Expect.equal("ENOMEM", posted.refusal().name(), "refusal");
    }

    private static void noOwn(Workbench bench) {
        SrqHandle srq = srq(bench, 4);
        Endpoint end = sharing(bench, srq, bench.endpoint(QpType.RC));
        Expect.equal(srq, end.qp().srq().orElse(null), "its shared queue");
        Posted posted = end.qp().postReceive(List.of(receive(0, end.memory())));
        Expect.equal(0, posted.count(), "taken");
        Expect.that(posted.refusal().number() != 0, "a refusal");
    }

    private static void limit(Workbench bench) {
        SrqHandle srq = srq(bench, 16);
        MrHandle memory = bench.memory(4096);
        Endpoint sender = bench.endpoint(QpType.RC);
        Endpoint taker = sharing(bench, srq, sender);
        post(srq, memory, 0, 6);
        srq.armLimit(4);
        for (int i = 0; i < 3; i++) {
            sender.send(i, sender.out(0, 8));
            Expect.that(bench.await(taker.receives()).succeeded(), "message " + i);
            if (i == 1) {
                // Four are left, which is not below the limit.
                Expect.equal(4, srq.query().limit(), "the limit is still armed");
                Expect.equal(Optional.empty(), bench.context().awaitAsync(0), "events so far");
            }
        }
        Expect.equal(
                srq,
                bench.awaitEvent(AsyncEventType.SRQ_LIMIT_REACHED).handle().orElse(null),
                "which queue");
        Expect.equal(0, srq.query().limit(), "the limit is disarmed");
    }

    private static void wrongLimit(Workbench bench) {
        SrqHandle srq = srq(bench, 4);
        int places = srq.query().maxWr();
        Expect.refused("EINVAL", () -> srq.armLimit(places + 1), "more than there are places");
        Expect.refused(
                "EINVAL", () -> srq.armLimit(Integer.MAX_VALUE), "as many as there are numbers");
        Expect.equal(0, srq.query().limit(), "the limit");
    }

    private static void grows(Workbench bench) {
        SrqHandle srq = srq(bench, 4);
        post(srq, bench.memory(4096), 0, 3);
        srq.resize(200);
        Expect.that(srq.query().maxWr() >= 200, "places: " + srq.query());
        Expect.refused("EINVAL", () -> srq.resize(1), "fewer than are posted");
    }

    private static void last(Workbench bench) {
        SrqHandle srq = srq(bench, 4);
        Endpoint end = sharing(bench, srq, bench.endpoint(QpType.RC));
        end.qp().modify(QpAttributes.ofState(QpState.ERR));
        Expect.equal(
                end.qp(),
                bench.awaitEvent(AsyncEventType.QP_LAST_WQE_REACHED).handle().orElse(null),
                "which queue pair");
    }
}
