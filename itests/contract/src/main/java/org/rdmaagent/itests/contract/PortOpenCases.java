// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.function.Consumer;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

/** Which queues can be polled, and by how many. */
final class PortOpenCases {
    private PortOpenCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("port: the queues are listed", PortOpenCases::listed),
                ContractCase.of("port: two on one queue are refused", PortOpenCases::twice),
                ContractCase.of("port: the handle does not poll beside it", PortOpenCases::handle),
                ContractCase.of("port: a queue that was closed", PortOpenCases::closed),
                ContractCase.of("port: a queue that is too small", PortOpenCases::tooSmall),
                ContractCase.of("port: a queue pair that is too much", PortOpenCases::tooMuch),
                ContractCase.of("port: impossible batches", PortOpenCases::batches),
                ContractCase.of("port: an empty queue", PortOpenCases::empty),
                ContractCase.of("port: opened again it goes on", PortOpenCases::again));
    }

    private static void listed(Workbench bench) {
        CqHandle silent = bench.cq(4);
        CqHandle told = bench.toldCq(9);
        PolledQueue first = Polling.queue(bench, silent);
        PolledQueue second = Polling.queue(bench, told);
        Expect.equal(bench.rig().device(), first.device(), "device");
        Expect.equal(bench.context().name() + ":" + silent.name(), first.qualifiedName(), "name");
        Expect.equal(silent.cqe(), first.entries(), "entries");
        Expect.equal(0, first.work(), "work without queue pairs");
        Expect.that(!first.hasChannel() && second.hasChannel(), "which one has a channel");
        List<PolledQueue> all = bench.rig().completionPorts().queues();
        Expect.that(all.indexOf(first) < all.indexOf(second), "the order of their making: " + all);
        Endpoint end = bench.endpoint(QpType.RC);
        QpCapabilities granted = end.qp().init().capabilities();
        Expect.equal(
                granted.maxSendWr(), Polling.queue(bench, end.sends()).work(), "work of sends");
        Expect.equal(
                granted.maxRecvWr(), Polling.queue(bench, end.receives()).work(), "of receives");
        silent.close();
        CqHandle next = bench.context().createCq(silent.name(), 4, null, 0);
        Expect.that(
                Polling.queue(bench, next).identity() != first.identity(),
                "one of the same name that was made later is another one");
    }

    private static void twice(Workbench bench) {
        CqHandle cq = bench.cq(4);
        PolledQueue queue = Polling.queue(bench, cq);
        try (Polling first = Polling.of(bench, cq)) {
            Expect.refused("EBUSY", () -> Polling.open(bench, queue, "another"), "a second port");
            names(Polling.HOLDER, () -> Polling.open(bench, queue, "another"));
            Expect.equal(queue, first.port().queue(), "what it polls");
            Expect.that(!first.port().kind().isBlank(), "the way it polls");
        }
        Polling.open(bench, queue, "another").close();
    }

    /** A refusal names the holder, or whatever it is about. */
    static void names(String what, Runnable call) {
        try {
            call.run();
        } catch (RdmaException e) {
            Expect.that(
                    String.valueOf(e.getMessage()).contains(what),
                    "it names " + what + ": " + e.getMessage());
            return;
        }
        throw Expect.wrong("expected to be refused");
    }

    private static void handle(Workbench bench) {
        CqHandle cq = bench.cq(4);
        try (Polling polling = Polling.of(bench, cq)) {
            Expect.refused("EBUSY", () -> cq.poll(1), "polling the handle");
            names(Polling.HOLDER, () -> cq.poll(1));
            polling.port().close();
            polling.port().close();
        }
        Polling.nothingLeft(bench, cq);
    }

    private static void closed(Workbench bench) {
        CqHandle cq = bench.cq(4);
        PolledQueue queue = Polling.queue(bench, cq);
        cq.close();
        bench.context().createCq(cq.name(), 4, null, 0);
        Expect.refused("EBADF", () -> Polling.open(bench, queue, "late"), "opening it");
    }

    private static void tooSmall(Workbench bench) {
        CqHandle cq = bench.cq(3);
        int many = cq.cqe() + 1;
        bench.pd().createQp("qp", sized(many), cq, bench.cq(4), null);
        PolledQueue queue = Polling.queue(bench, cq);
        Expect.that(queue.work() >= many, "its work: " + queue);
        Runnable open = () -> Polling.open(bench, queue, "greedy");
        Expect.refused("EINVAL", open, "opening it");
        names(String.valueOf(queue.work()), open);
        Expect.equal(List.of(), cq.poll(1), "nobody polls it");
    }

    private static QpInit sized(int sends) {
        return sized(sends, 1);
    }

    private static QpInit sized(int sends, int receives) {
        return new QpInit(QpType.UD, new QpCapabilities(sends, receives, 1, 1, 0), false);
    }

    private static void tooMuch(Workbench bench) {
        CqHandle sends = bench.cq(20);
        CqHandle receives = bench.cq(20);
        CqHandle other = bench.cq(64);
        tooMuch(
                Polling.of(bench, sends, PollingWay.BEST),
                sized(2),
                sized(sends.cqe()),
                init -> bench.pd().createQp(bench.name("qp"), init, sends, other, null));
        tooMuch(
                Polling.of(bench, receives),
                sized(1, 2),
                sized(1, receives.cqe()),
                init -> bench.pd().createQp(bench.name("qp"), init, other, receives, null));
    }

    /** The second one needs more entries than there are, and is made when nobody polls. */
    private static void tooMuch(Polling open, QpInit fits, QpInit much, Consumer<QpInit> creation) {
        try (Polling polling = open) {
            creation.accept(fits);
            Expect.refused("EINVAL", () -> creation.accept(much), "more than it has entries");
            names("entries", () -> creation.accept(much));
            Expect.equal(0, polling.port().poll(1), "completions");
        }
        creation.accept(much);
    }

    private static void batches(Workbench bench) {
        try (Polling polling = Polling.of(bench, bench.cq(4))) {
            for (int max : List.of(0, -1, CompletionPort.LARGEST_BATCH + 1)) {
                Expect.mistaken(() -> polling.port().poll(max), "polling for " + max);
            }
        }
    }

    private static void empty(Workbench bench) {
        try (Polling polling = Polling.of(bench, bench.cq(4))) {
            for (int round = 0; round < 100; round++) {
                Expect.equal(0, polling.port().poll(1 + round % 64), "completions");
                Expect.equal(0, polling.port().attend(), "answer to attend");
                polling.port().flush();
            }
            Expect.equal(0, polling.batch().size(), "size of the batch");
            Expect.equal(0, polling.port().remaining(), "what remains");
            Expect.that(!polling.batch().next(), "there is none");
            Rings.refuses(() -> polling.batch().wrId(), "reading none");
            polling.port().abandonCurrent();
            polling.buffers(0, 0);
            Expect.equal(0L, polling.port().staleCompletions(), "stale completions");
            Expect.equal("", polling.port().damage(), "damage");
        }
    }

    /** Completions and ring stay, whoever polls. */
    private static void again(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        for (int i = 0; i < 3; i++) {
            Rings.say(bench, pair[0], pair[1], i, 32);
        }
        try (Polling first = Polling.of(bench, pair[1])) {
            Rings.heard(first.good(0), 0, 32);
            first.batch().repost();
        }
        Expect.equal(Rings.BUFFERS, pair[1].qp().receiveRing().orElseThrow().buffers(), "ring");
        try (Polling second = Polling.of(bench, pair[1])) {
            Rings.heard(second.good(1), 1, 32);
            second.batch().repost();
            Rings.heard(second.good(2), 2, 32);
            second.batch().repost();
            second.port().flush();
            second.buffers(Rings.BUFFERS, 0);
        }
    }
}
