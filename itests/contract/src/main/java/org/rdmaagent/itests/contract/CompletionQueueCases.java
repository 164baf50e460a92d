// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;

/** Polling, arming, events, sizes and overruns. */
final class CompletionQueueCases {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(10);

    private CompletionQueueCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("an empty queue gives nothing", CompletionQueueCases::empty),
                ContractCase.of("poll gives at most what is asked for", CompletionQueueCases::most),
                ContractCase.of("an armed queue tells once", CompletionQueueCases::armed),
                ContractCase.of("an unarmed queue tells nothing", CompletionQueueCases::unarmed),
                ContractCase.of("only solicited completions", CompletionQueueCases::solicited),
                ContractCase.of("arming needs a channel", CompletionQueueCases::noChannel),
                ContractCase.of("unacknowledged events do not block", CompletionQueueCases::unread),
                ContractCase.of("closing a channel wakes who waits", CompletionQueueCases::wakes),
                ContractCase.of("resizing keeps what is there", CompletionQueueCases::resized),
                ContractCase.of("impossible sizes to resize to", CompletionQueueCases::impossible),
                ContractCase.of(
                        "an overrun tells CQ_ERR", Trait.CQ_OVERRUN, CompletionQueueCases::overrun),
                ContractCase.of(
                        "moderation is taken",
                        Trait.CQ_MODERATION,
                        CompletionQueueCases::moderated));
    }

    /** Receives that are flushed: completions at once, without a peer. */
    private static void complete(Workbench bench, Endpoint end, int count) {
        TransitionCases.bring(bench, end, QpState.INIT);
        for (int i = 0; i < count; i++) {
            end.receive(i, end.in(0, 8));
        }
        end.qp().modify(QpAttributes.ofState(QpState.ERR));
    }

    private static void empty(Workbench bench) {
        CqHandle cq = bench.cq(4);
        Expect.equal(List.of(), cq.poll(1), "completions");
        Expect.equal(List.of(), cq.poll(1000), "completions");
    }

    private static void most(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        complete(bench, end, 7);
        List<WorkCompletion> all = new ArrayList<>(bench.await(end.receives(), 3));
        Expect.equal(3, all.size(), "asked for 3");
        all.addAll(bench.await(end.receives(), 4));
        for (int i = 0; i < 7; i++) {
            Expect.equal((long) i, all.get(i).wrId(), "order");
        }
        Expect.equal(List.of(), end.receives().poll(8), "further ones");
    }

    private static Optional<CqHandle> event(CqHandle cq, long nanos) {
        return Expect.present(cq.channel(), "a channel").await(nanos);
    }

    private static void armed(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        end.receives().requestNotify(false);
        Expect.equal(Optional.empty(), event(end.receives(), 0), "events before anything");
        complete(bench, end, 3);
        Expect.equal(Optional.of(end.receives()), event(end.receives(), LONG_NANOS), "the event");
        Expect.equal(3, bench.await(end.receives(), 3).size(), "completions");
        Expect.equal(Optional.empty(), event(end.receives(), 0), "further events");
        end.receives().ack(1);
    }

    private static void unarmed(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        complete(bench, end, 3);
        spin(end.receives(), 3);
        Expect.equal(Optional.empty(), event(end.receives(), 0), "events");
    }

    private static void solicited(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        pair[1].receive(1, pair[1].in(0, 8));
        pair[1].receive(2, pair[1].in(0, 8));
        pair[1].receives().requestNotify(true);
        pair[0].send(1, pair[0].out(0, 8));
        bench.await(pair[0].sends());
        Expect.equal(Optional.empty(), event(pair[1].receives(), 0), "event of a plain message");
        pair[0].send(
                new SendRequest(
                        2,
                        SendOpcode.SEND,
                        Set.of(SendFlag.SOLICITED, SendFlag.SIGNALED),
                        List.of(pair[0].out(0, 8)),
                        0,
                        new SendTarget.Peer()));
        Expect.equal(
                Optional.of(pair[1].receives()),
                event(pair[1].receives(), LONG_NANOS),
                "event of a solicited message");
        pair[1].receives().ack(1);
        Expect.equal(2, bench.await(pair[1].receives(), 2).size(), "messages");
    }

    private static void noChannel(Workbench bench) {
        CqHandle cq = bench.cq(4);
        Expect.equal(Optional.empty(), cq.channel(), "its channel");
        Expect.refused("EINVAL", () -> cq.requestNotify(false), "arming it");
    }

    private static void unread(Workbench bench) {
        for (boolean taken : List.of(true, false)) {
            Endpoint end = bench.endpoint(QpType.RC);
            end.receives().requestNotify(false);
            complete(bench, end, 1);
            if (taken) {
                Expect.that(event(end.receives(), LONG_NANOS).isPresent(), "nobody acks it");
            } else {
                spin(end.receives(), 1);
            }
            end.qp().close();
            ChannelHandle channel = Expect.present(end.receives().channel(), "a channel");
            end.receives().close();
            Expect.equal(Optional.empty(), channel.await(0), "events of a closed queue");
            channel.close();
        }
    }

    /** Polls without arming. */
    private static void spin(CqHandle cq, int count) {
        long until = System.nanoTime() + LONG_NANOS;
        List<WorkCompletion> got = new ArrayList<>();
        while (got.size() < count && System.nanoTime() < until) {
            got.addAll(cq.poll(count));
        }
        Expect.equal(count, got.size(), "completions");
    }

    private static void wakes(Workbench bench)
            throws ExecutionException, InterruptedException, TimeoutException {
        ChannelHandle channel = bench.context().createChannel("channel");
        ExecutorService waiter = Executors.newSingleThreadExecutor();
        try {
            Future<String> end =
                    waiter.submit(
                            () -> {
                                try {
                                    return "event " + channel.await(6 * LONG_NANOS);
                                } catch (RdmaException e) {
                                    return e.errno().name();
                                }
                            });
            channel.close();
            Expect.equal("EBADF", end.get(20, TimeUnit.SECONDS), "how the wait ended");
        } finally {
            waiter.shutdownNow();
        }
    }

    private static void resized(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        complete(bench, end, 6);
        // They are there when they can be seen one by one.
        bench.await(end.receives(), 1);
        int larger = end.receives().resize(500);
        Expect.that(larger >= 500, "granted: " + larger);
        Expect.equal(larger, end.receives().cqe(), "entries");
        List<WorkCompletion> rest = bench.await(end.receives(), 5);
        Expect.equal(1L, rest.get(0).wrId(), "the next one");
        Expect.equal(5L, rest.get(4).wrId(), "the last one");
        int smaller = end.receives().resize(40);
        Expect.that(smaller >= 40 && smaller < larger, "granted: " + smaller);
    }

    private static void impossible(Workbench bench) {
        CqHandle cq = bench.cq(4);
        int before = cq.cqe();
        for (int cqe : List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
            Expect.refused(Set.of("EINVAL", "ENOMEM"), () -> cq.resize(cqe), cqe + " entries");
            Expect.equal(before, cq.cqe(), "entries after asking for " + cqe);
        }
    }

    /** More datagrams complete than the queue has entries, and nobody polls. */
    private static void overrun(Workbench bench) {
        CqHandle small = bench.cq(3);
        int many = small.cqe() + 8;
        QpHandle qp =
                bench.pd()
                        .createQp(
                                "qp",
                                new QpInit(QpType.UD, new QpCapabilities(many, 1, 1, 1, 0), true),
                                small,
                                bench.cq(4),
                                null);
        qp.modify(Steps.init(QpType.UD, bench.rig().port()).build());
        qp.modify(Steps.rtr(QpType.UD, qp.number(), bench.way()).build());
        qp.modify(Steps.rts(QpType.UD).build());
        SendTarget.Datagram unheard =
                new SendTarget.Datagram(
                        bench.pd().createAh("ah", bench.way()), qp.number(), Steps.QKEY_VALUE + 1);
        for (int i = 0; i < many; i++) {
            SendRequest datagram = SendRequest.datagram(i, List.of(), unheard);
            Expect.equal(1, qp.postSend(List.of(datagram)).count(), "datagram " + i);
        }
        Expect.equal(
                small,
                bench.awaitEvent(AsyncEventType.CQ_ERR).handle().orElse(null),
                "which queue");
        List<WorkCompletion> kept = small.poll(many);
        Expect.that(kept.size() <= small.cqe(), "what it holds: " + kept);
        for (int i = 0; i < kept.size(); i++) {
            Expect.equal((long) i, kept.get(i).wrId(), "order of what it holds");
        }
        qp.close();
        small.close();
    }

    private static void moderated(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        end.receives().moderate(new CqModeration(4, 1000));
        end.receives().requestNotify(false);
        complete(bench, end, 4);
        Expect.that(event(end.receives(), LONG_NANOS).isPresent(), "an event in the end");
        end.receives().ack(1);
        end.receives().moderate(new CqModeration(0, 0));
    }
}
