// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SrqAttributes;

/** Receive rings: how they are made, and that they go round. */
final class PortRingCases {
    private PortRingCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("ring: what was made is told", PortRingCases::told),
                ContractCase.of("ring: memory that does not fit", PortRingCases::unfit),
                ContractCase.of("ring: one for a queue pair", PortRingCases::one),
                ContractCase.of("ring: not in RESET", PortRingCases::reset),
                ContractCase.of("ring: not beside a full queue", PortRingCases::full),
                ContractCase.of("ring: it keeps its memory", PortRingCases::memory),
                ContractCase.of(
                        "ring: RC, few entries and many messages",
                        bench -> wraps(bench, QpType.RC)),
                ContractCase.of(
                        "ring: UD, few entries and many messages",
                        bench -> wraps(bench, QpType.UD)),
                ContractCase.of(
                        "ring: a shared queue is told", Trait.SRQ, PortRingCases::sharedTold),
                ContractCase.of(
                        "ring: two queue pairs share one", Trait.SRQ, PortRingCases::shared),
                ContractCase.of(
                        "port: completions of a queue pair that is gone", PortRingCases::gone));
    }

    private static Endpoint listening(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.UD);
        TransitionCases.bring(bench, end, QpState.INIT);
        return end;
    }

    private static void told(Workbench bench) {
        Endpoint few = listening(bench);
        Expect.equal(Optional.empty(), few.qp().receiveRing(), "before");
        MrHandle memory = bench.memory(1000);
        ReceiveRing ring = few.qp().postReceiveRing(memory, 300);
        Expect.equal(new ReceiveRing(memory.name(), 3, 300), ring, "what fits");
        Expect.equal(Optional.of(ring), few.qp().receiveRing(), "afterwards");
        Endpoint many = listening(bench);
        Expect.equal(
                many.qp().init().capabilities().maxRecvWr(),
                many.qp().postReceiveRing(bench.memory(1 << 20), 64).buffers(),
                "what the queue takes");
        try (Polling polling = Polling.of(bench, few)) {
            polling.port().poll(1);
            polling.buffers(3, 0);
        }
    }

    private static void unfit(Workbench bench) {
        Endpoint end = listening(bench);
        MrHandle memory = bench.memory(100);
        Expect.mistaken(() -> end.qp().postReceiveRing(memory, 101), "a buffer larger than it");
        Expect.mistaken(() -> end.qp().postReceiveRing(memory, 0), "buffers of no bytes");
        MrHandle read = bench.memory(100, AccessFlag.REMOTE_READ);
        Expect.refused("EINVAL", () -> end.qp().postReceiveRing(read, 50), "read-only memory");
        PdHandle other = bench.context().allocPd(bench.name("pd"));
        MrHandle foreign = other.registerMemory("mr", 100, Set.of(AccessFlag.LOCAL_WRITE));
        Expect.refused("EINVAL", () -> end.qp().postReceiveRing(foreign, 50), "another domain");
        var context = bench.lease().open(bench.rig().device(), "other");
        MrHandle far = context.allocPd("pd").registerMemory("mr", 100, Set.of());
        Expect.mistaken(() -> end.qp().postReceiveRing(far, 50), "another context");
        Expect.equal(Optional.empty(), end.qp().receiveRing(), "the ring");
        Expect.equal(2, end.qp().postReceiveRing(memory, 50).buffers(), "in the end");
    }

    private static void one(Workbench bench) {
        Endpoint end = listening(bench);
        ReceiveRing first = end.qp().postReceiveRing(bench.memory(100), 50);
        MrHandle more = bench.memory(100);
        Expect.refused("EINVAL", () -> end.qp().postReceiveRing(more, 50), "a second ring");
        Expect.equal(Optional.of(first), end.qp().receiveRing(), "the ring");
    }

    private static void reset(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        MrHandle memory = bench.memory(100);
        Expect.refused("EINVAL", () -> end.qp().postReceiveRing(memory, 50), "in RESET");
        Expect.equal(Optional.empty(), end.qp().receiveRing(), "the ring");
        memory.close();
    }

    private static void full(Workbench bench) {
        Endpoint end = listening(bench);
        List<ReceiveRequest> many = new ArrayList<>();
        for (int i = 0; i < 2 * end.qp().init().capabilities().maxRecvWr() + 2; i++) {
            many.add(new ReceiveRequest(i, List.of(end.in(0, 64))));
        }
        Expect.that(end.qp().postReceive(many).count() > 0, "receives were taken");
        MrHandle memory = bench.memory(1 << 16);
        Expect.refused("ENOMEM", () -> end.qp().postReceiveRing(memory, 64), "a ring beside it");
        Expect.equal(Optional.empty(), end.qp().receiveRing(), "the ring");
    }

    private static void memory(Workbench bench) {
        Endpoint end = listening(bench);
        MrHandle memory = Rings.ring(bench, end, 2);
        Expect.refused("EBUSY", memory::close, "closing the memory of a ring");
        Expect.that(memory.isOpen(), "it is open");
        end.qp().close();
        memory.close();
    }

    private static void wraps(Workbench bench, QpType type) {
        Endpoint sender = bench.endpoint(type);
        // mlx4 grants 31 sends of a connection where 2 are asked for.
        Endpoint taker = Rings.single(bench, type, 2, 40);
        Rings.connect(bench, sender, taker);
        Rings.ring(bench, taker, 2);
        var request = Rings.message(bench, sender, taker, 1, 24);
        try (Polling polling = Polling.of(bench, taker)) {
            for (int i = 0; i < 1000; i++) {
                sender.fill(0, 24, i);
                sender.send(request);
                CompletionBatch one = polling.good(i % 2);
                Rings.heard(one, i, 24);
                one.repost();
                Expect.that(bench.await(sender.sends()).succeeded(), "sent");
                polling.port().flush();
            }
            polling.buffers(2, 0);
        }
    }

    private static SrqHandle srq(Workbench bench) {
        return bench.pd().createSrq(bench.name("srq"), new SrqAttributes(16, 1, 0));
    }

    private static void sharedTold(Workbench bench) {
        SrqHandle srq = srq(bench);
        Expect.equal(Optional.empty(), srq.receiveRing(), "before");
        MrHandle memory = bench.memory(1000);
        Expect.mistaken(() -> srq.postReceiveRing(memory, 1001), "a buffer larger than it");
        MrHandle read = bench.memory(100, AccessFlag.REMOTE_READ);
        Expect.refused("EINVAL", () -> srq.postReceiveRing(read, 50), "read-only memory");
        ReceiveRing ring = srq.postReceiveRing(memory, 300);
        Expect.equal(new ReceiveRing(memory.name(), 3, 300), ring, "what fits");
        Expect.equal(Optional.of(ring), srq.receiveRing(), "afterwards");
        Expect.refused("EINVAL", () -> srq.postReceiveRing(memory, 300), "a second ring");
        Expect.refused("EBUSY", memory::close, "closing the memory of a ring");
        srq.close();
        memory.close();
    }

    private static void shared(Workbench bench) {
        SrqHandle srq = srq(bench);
        MrHandle memory = bench.memory(4L * Rings.ROOM);
        Expect.equal(4, srq.postReceiveRing(memory, Rings.ROOM).buffers(), "buffers");
        var cq = bench.cq(128);
        Endpoint[] senders = {bench.endpoint(QpType.RC), bench.endpoint(QpType.RC)};
        List<Endpoint> takers = new ArrayList<>();
        for (Endpoint sender : senders) {
            QpHandle qp =
                    bench.pd()
                            .createQp(
                                    bench.name("qp"),
                                    new QpInit(QpType.RC, Endpoint.SIZES, false),
                                    cq,
                                    cq,
                                    srq);
            Endpoint taker = new Endpoint(qp, cq, cq, bench.memory(2L * Endpoint.HALF));
            Rings.connect(bench, sender, taker);
            takers.add(taker);
        }
        Expect.refused(
                "EINVAL",
                () -> takers.get(0).qp().postReceiveRing(bench.memory(64), 64),
                "a ring of a queue pair that shares");
        try (Polling polling = Polling.of(bench, cq)) {
            for (int i = 0; i < 40; i++) {
                int who = i % 3 == 0 ? 1 : 0;
                Rings.say(bench, senders[who], takers.get(who), i, 50);
                CompletionBatch one = polling.one();
                Expect.equal(takers.get(who).qp().number().value(), one.qpNum(), "whose");
                Rings.heard(one, i, 50);
                polling.buffers(3, 1);
                one.repost();
                polling.port().flush();
                polling.buffers(4, 0);
            }
        }
    }

    /** They are not handed out; whether they are met at all, the driver decides. */
    private static void gone(Workbench bench) {
        Endpoint first = Rings.single(bench, QpType.UD, 8, 64);
        Endpoint peer = bench.pair(QpType.UD)[0];
        first.ready(peer, bench.way());
        var message = Rings.message(bench, first, peer, 3, 8);
        try (Polling polling = Polling.of(bench, first.sends())) {
            for (int i = 0; i < 4; i++) {
                first.send(message);
            }
            CompletionBatch one = polling.good(3);
            Expect.equal(first.qp().number().value(), one.qpNum(), "whose");
            first.qp().close();
            Expect.equal(0, polling.port().poll(64), "completions of what is gone");
            Expect.equal(0, polling.port().poll(64), "completions of what is gone");
            long stale = polling.port().staleCompletions();
            Expect.that(stale >= 0 && stale <= 3, "stale completions: " + stale);
            QpHandle qp =
                    bench.pd()
                            .createQp(
                                    bench.name("qp"),
                                    first.qp().init(),
                                    first.sends(),
                                    first.sends(),
                                    null);
            Endpoint next = new Endpoint(qp, first.sends(), first.sends(), first.memory());
            next.ready(peer, bench.way());
            next.send(message);
            Expect.equal(qp.number().value(), polling.good(3).qpNum(), "whose");
        }
    }
}
