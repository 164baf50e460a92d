// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.QpType;

/** Whatever is closed while a thread polls: the thread lets go of it first. */
final class PortCloseCases {
    private static final String OWNER = "contract-port";
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(2);

    private PortCloseCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("close: queue pairs while a thread polls", PortCloseCases::pairs),
                ContractCase.of("close: the queue while a thread polls", PortCloseCases::queue),
                ContractCase.of("close: a lease while a thread polls", PortCloseCases::lease),
                ContractCase.of("close: a queue pair while it sleeps", PortCloseCases::asleep),
                ContractCase.of("close: a poller that does not come", PortCloseCases::stuck),
                ContractCase.of("close: a queue that is not given up", PortCloseCases::kept),
                ContractCase.of("close: by the polling thread itself", PortCloseCases::own),
                ContractCase.of("close: a queue that is in use stays", PortCloseCases::inUse),
                ContractCase.of(
                        "port: the next owner takes the lease up", PortCloseCases::adopted));
    }

    private static CompletionPort open(Workbench bench, CqHandle cq) {
        PolledQueue queue = Polling.queue(bench, cq);
        return Polling.open(bench, queue, Polling.HOLDER);
    }

    /** Sends a number and waits until the sender knows that it arrived. */
    private static void number(Workbench bench, Endpoint from, long number) {
        from.memory().buffer().putLong(0, number);
        from.send(number, from.out(0, Long.BYTES));
        Expect.that(bench.await(from.sends()).succeeded(), "sent");
    }

    private static void pairs(Workbench bench) throws Exception {
        CqHandle cq = bench.cq(64);
        long sent = 0;
        try (PollingThread poller = PollingThread.start(() -> open(bench, cq))) {
            for (int round = 0; round < 20; round++) {
                Endpoint sender = bench.endpoint(QpType.RC);
                Endpoint taker = Rings.on(bench, bench.cq(64), cq);
                Rings.connect(bench, sender, taker);
                MrHandle memory = Rings.ring(bench, taker, Rings.BUFFERS);
                for (int i = 0; i < 20; i++) {
                    number(bench, sender, sent);
                    sent++;
                }
                poller.awaitMessages(sent);
                Expect.refused("EBUSY", memory::close, "the memory of a ring");
                long begin = System.nanoTime();
                taker.qp().close();
                memory.close();
                taker.memory().close();
                Expect.that(System.nanoTime() - begin < BOUND_NANOS, "it takes no time");
                sender.qp().close();
            }
        }
        Polling.nothingLeft(bench, cq);
    }

    private static void queue(Workbench bench) throws Exception {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        CqHandle cq = pair[1].receives();
        try (PollingThread poller = PollingThread.start(() -> open(bench, cq))) {
            number(bench, pair[0], 0);
            poller.awaitMessages(1);
            pair[1].qp().close();
            cq.close();
            Expect.that(!cq.isOpen(), "it is closed");
            poller.awaitRevoked();
        }
    }

    private static void lease(Workbench bench) throws Exception {
        VerbsLease lease = bench.rig().library().lease(OWNER);
        ContextHandle context = lease.open(bench.rig().device(), "polled");
        PdHandle pd = context.allocPd("pd");
        CqHandle cq = context.createCq("cq", 64, null, 0);
        var qp = pd.createQp("qp", ObjectCases.rc(), cq, cq, null);
        qp.modify(Steps.init(QpType.RC, bench.rig().port()).build());
        MrHandle memory = pd.registerMemory("mr", 8L * Rings.ROOM, Set.of(AccessFlag.LOCAL_WRITE));
        qp.postReceiveRing(memory, Rings.ROOM);
        try (PollingThread poller = PollingThread.start(() -> open(bench, cq))) {
            lease.close();
            for (VerbsHandle handle : List.of(qp, memory, cq, pd, context)) {
                Expect.that(!handle.isOpen(), handle.name() + " is closed");
            }
            poller.awaitRevoked();
        }
    }

    private static void asleep(Workbench bench) throws Exception {
        Endpoint end = Rings.pair(bench, QpType.UD)[1];
        CqHandle cq = end.receives();
        CompletionPorts ports = bench.rig().completionPorts();
        AtomicReference<@Nullable CompletionWait> sleep = new AtomicReference<>();
        PollingThread.Pause pause =
                port -> {
                    CompletionWait present = sleep.get();
                    CompletionWait wait = present == null ? ports.await(List.of(port)) : present;
                    sleep.set(wait);
                    wait.arm();
                    boolean unused = wait.await(TimeUnit.SECONDS.toNanos(15));
                };
        try (PollingThread poller = PollingThread.start(() -> open(bench, cq), pause)) {
            long begin = System.nanoTime();
            end.qp().close();
            Expect.that(System.nanoTime() - begin < BOUND_NANOS, "it takes no time");
            cq.close();
            poller.awaitRevoked();
        }
        CompletionWait wait = sleep.get();
        if (wait != null) {
            wait.close();
            wait.close();
        }
    }

    private static void stuck(Workbench bench) throws Exception {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        CqHandle cq = pair[1].receives();
        CountDownLatch go = new CountDownLatch(1);
        PollingThread.Pause pause =
                port -> {
                    if (port.batch().size() > 0) {
                        go.await();
                    }
                };
        try (PollingThread poller = PollingThread.start(() -> open(bench, cq), pause)) {
            try {
                number(bench, pair[0], 0);
                poller.awaitMessages(1);
                refusedInTime(pair[1].qp());
            } finally {
                go.countDown();
            }
            number(bench, pair[0], 1);
            poller.awaitMessages(2);
            pair[1].qp().close();
        }
    }

    /** EBUSY in about two seconds, with the name of the holder. */
    private static void refusedInTime(VerbsHandle handle) {
        long begin = System.nanoTime();
        PortOpenCases.names(
                Polling.HOLDER,
                () -> {
                    try {
                        handle.close();
                    } catch (RdmaException e) {
                        Expect.equal("EBUSY", e.errno().name(), "refusal");
                        throw e;
                    }
                });
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        Expect.that(millis >= 1500 && millis < 8000, "it took " + millis + " ms");
        Expect.that(handle.isOpen(), "it is still open");
    }

    private static void kept(Workbench bench) throws Exception {
        CqHandle cq = bench.cq(4);
        CountDownLatch polled = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        PollingThread.Pause pause =
                port -> {
                    polled.countDown();
                    go.await();
                };
        try (PollingThread poller = PollingThread.start(() -> open(bench, cq), pause)) {
            try {
                polled.await();
                refusedInTime(cq);
            } finally {
                go.countDown();
            }
            Expect.equal(0L, poller.messages(), "messages");
        }
        cq.close();
    }

    /** It would wait for itself: what it needs no more goes at once, the queue stays. */
    private static void own(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = Polling.of(bench, pair[1])) {
            Rings.say(bench, pair[0], pair[1], 1, 20);
            Rings.heard(polling.good(0), 1, 20);
            polling.batch().repost();
            long begin = System.nanoTime();
            pair[1].qp().close();
            Expect.refused("EBUSY", pair[1].receives()::close, "the queue that it polls");
            Expect.that(System.nanoTime() - begin < BOUND_NANOS, "nobody waits");
        }
        pair[1].receives().close();
    }

    private static void inUse(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.UD);
        try (Polling polling = Polling.of(bench, end)) {
            Expect.refused("EBUSY", end.receives()::close, "closing it");
            Expect.refused("EBUSY", bench.context()::close, "closing its context");
            Expect.equal(0, polling.port().poll(1), "it is polled as before");
            Expect.equal(0, polling.port().attend(), "nobody wants it closed");
        }
    }

    private static void adopted(Workbench bench) throws Exception {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        CqHandle cq = pair[1].receives();
        PollingThread poller = PollingThread.start(() -> open(bench, cq));
        for (int i = 0; i < 50; i++) {
            number(bench, pair[0], i);
        }
        bench.lease().handBack();
        for (int i = 50; i < 100; i++) {
            number(bench, pair[0], i);
        }
        try (VerbsLease next = bench.rig().library().lease(Workbench.OWNER);
                poller) {
            Expect.equal(List.of(bench.context()), next.contexts(), "contexts");
            for (int i = 100; i < 150; i++) {
                number(bench, pair[0], i);
            }
            poller.awaitMessages(150);
        }
        Expect.equal(150L, poller.messages(), "messages");
    }
}
