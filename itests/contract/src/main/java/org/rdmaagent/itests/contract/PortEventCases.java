// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** Sleeping until a queue has a completion, and queues that break. */
final class PortEventCases {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private PortEventCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("wait: an armed queue wakes", PortEventCases::wakes),
                ContractCase.of("wait: an unarmed queue does not", PortEventCases::unarmed),
                ContractCase.of("wait: nothing lost over many sleeps", PortEventCases::many),
                ContractCase.of("wait: the second of two queues", PortEventCases::second),
                ContractCase.of("wait: woken by somebody", PortEventCases::woken),
                ContractCase.of("wait: a queue without a channel", PortEventCases::silent),
                ContractCase.of("wait: its end leaves the port", PortEventCases::ended),
                ContractCase.of(
                        "port: a queue that overran", Trait.CQ_FAULT, PortEventCases::dead));
    }

    private static CompletionWait waitFor(Workbench bench, Polling... pollings) {
        CompletionPorts ports = bench.rig().completionPorts();
        return ports.await(List.of(pollings).stream().map(Polling::port).toList());
    }

    /** Completions without a peer. */
    private static void complete(Workbench bench, Endpoint end, int count) {
        TransitionCases.bring(bench, end, QpState.INIT);
        MrHandle unused = Rings.ring(bench, end, count);
        end.qp().modify(QpAttributes.ofState(QpState.ERR));
    }

    private static void wakes(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        try (Polling polling = Polling.of(bench, end);
                CompletionWait wait = waitFor(bench, polling)) {
            wait.arm();
            Expect.equal(0, polling.port().poll(1), "completions");
            Expect.that(!wait.await(0), "no event yet");
            long begin = System.nanoTime();
            Expect.that(!wait.await(SHORT_NANOS), "no event in time");
            Expect.that(System.nanoTime() - begin >= SHORT_NANOS / 2, "it waited");
            complete(bench, end, 2);
            Expect.that(wait.await(LONG_NANOS), "an event");
            Expect.equal("WR_FLUSH_ERR", polling.one().status().name(), "status");
            Expect.equal("WR_FLUSH_ERR", polling.one().status().name(), "status");
            Expect.that(!wait.await(0), "one event for one arming");
        }
        end.qp().close();
        end.receives().close();
    }

    private static void unarmed(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        try (Polling polling = Polling.of(bench, end);
                CompletionWait wait = waitFor(bench, polling)) {
            Expect.equal(0, polling.port().poll(1), "completions before");
            complete(bench, end, 1);
            polling.one();
            Expect.that(!wait.await(0), "no event");
        }
    }

    /** The sender is quicker or slower than the arming: both are met. */
    private static void many(Workbench bench) throws Exception {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        int messages = 500;
        Thread sender =
                new Thread(
                        () -> {
                            for (int i = 0; i < messages; i++) {
                                Rings.say(bench, pair[0], pair[1], i, 16);
                            }
                        },
                        "contract sender");
        sender.setDaemon(true);
        try (Polling polling = Polling.of(bench, pair[1]);
                CompletionWait wait = waitFor(bench, polling)) {
            sender.start();
            int received = 0;
            while (received < messages) {
                int found = polling.port().poll(16);
                if (found == 0) {
                    wait.arm();
                    found = polling.port().poll(16);
                }
                if (found == 0) {
                    Expect.that(wait.await(LONG_NANOS), "woken after message " + received);
                }
                while (polling.batch().next()) {
                    Rings.heard(polling.batch(), received, 16);
                    polling.batch().repost();
                    received++;
                }
            }
            sender.join(TimeUnit.SECONDS.toMillis(20));
        }
    }

    private static void second(Workbench bench) {
        Endpoint first = bench.endpoint(QpType.RC);
        Endpoint second = bench.endpoint(QpType.RC);
        try (Polling one = Polling.of(bench, first);
                Polling two = Polling.of(bench, second);
                CompletionWait wait = waitFor(bench, one, two)) {
            wait.arm();
            Expect.equal(0, one.port().poll(1) + two.port().poll(1), "completions");
            Expect.that(!wait.await(0), "no event yet");
            complete(bench, second, 1);
            Expect.that(wait.await(LONG_NANOS), "an event");
            Expect.equal(0, one.port().poll(1), "completions of the first");
            two.one();
        }
    }

    private static void woken(Workbench bench) throws Exception {
        try (Polling polling = Polling.of(bench, bench.toldCq(4));
                CompletionWait wait = waitFor(bench, polling)) {
            wait.wake();
            Expect.that(wait.await(LONG_NANOS), "woken before");
            Expect.that(!wait.await(0), "that counts once");
            Thread waker = new Thread(wait::wake, "contract waker");
            waker.setDaemon(true);
            waker.start();
            Expect.that(wait.await(LONG_NANOS), "woken meanwhile");
            waker.join();
        }
    }

    private static void silent(Workbench bench) {
        CqHandle told = bench.toldCq(4);
        CqHandle silent = bench.cq(4);
        try (Polling first = Polling.of(bench, told);
                Polling second = Polling.of(bench, silent)) {
            Expect.refused("EINVAL", () -> waitFor(bench, second), "no channel");
            Expect.refused("EINVAL", () -> waitFor(bench, first, second), "one has no channel");
            PortOpenCases.names(silent.name(), () -> waitFor(bench, first, second));
            waitFor(bench, first).close();
        }
    }

    private static void ended(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.RC);
        try (Polling polling = Polling.of(bench, end)) {
            CompletionWait first = waitFor(bench, polling);
            first.arm();
            first.close();
            first.close();
            Expect.equal(0, polling.port().poll(1), "the port is open");
            try (CompletionWait again = waitFor(bench, polling)) {
                again.arm();
                complete(bench, end, 1);
                Expect.that(again.await(LONG_NANOS), "an event");
                polling.one();
            }
        }
    }

    private static void dead(Workbench bench) {
        CqHandle cq = bench.cq(4);
        try (Polling polling = Polling.of(bench, cq)) {
            Expect.equal(0, polling.port().poll(1), "completions before");
            Expect.equal("", polling.port().damage(), "damage before");
            bench.rig().overrun(cq);
            polling.awaitAnswer(CompletionPort.DAMAGED);
            Expect.that(!polling.port().damage().isBlank(), "it is said why");
            Expect.equal(CompletionPort.DAMAGED, polling.port().poll(1), "it stays so");
            Expect.equal(CompletionPort.DAMAGED, polling.port().attend(), "it stays so");
        }
        cq.close();
    }
}
