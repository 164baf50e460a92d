// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.QpType;

/** The ways to poll a queue: one is always there, the others are offered or refused. */
final class PortWayCases {
    private static final String PEEK = "peek+";
    private static final String DIRECT = "direct";

    private PortWayCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("port: CALL is always offered", PortWayCases::call),
                ContractCase.of("port: BEST is always offered", PortWayCases::best),
                ContractCase.of("port: PEEK peeks or is refused", PortWayCases::peek),
                ContractCase.of("port: DIRECT is for receives only", PortWayCases::direct),
                ContractCase.of("port: what is read directly stays so", PortWayCases::owned),
                ContractCase.of("port: one way after the other", PortWayCases::change));
    }

    private static void call(Workbench bench) {
        hears(bench, PollingWay.CALL);
    }

    private static void best(Workbench bench) {
        hears(bench, PollingWay.BEST);
    }

    private static void hears(Workbench bench, PollingWay way) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = Polling.of(bench, pair[1].receives(), way)) {
            String kind = polling.port().kind();
            Expect.that(!kind.isBlank(), "the way it polls");
            Expect.that(
                    way == PollingWay.BEST || !(kind.startsWith(PEEK) || kind.equals(DIRECT)),
                    "it calls: " + kind);
            for (int i = 0; i < 2 * Rings.BUFFERS; i++) {
                Expect.equal(0, polling.port().poll(1), "completions before the message");
                Rings.say(bench, pair[0], pair[1], i, 32);
                Rings.heard(polling.good(i % Rings.BUFFERS), i, 32);
                polling.batch().repost();
            }
        }
    }

    private static void peek(Workbench bench) {
        CompletionPorts ports = bench.rig().completionPorts();
        PolledQueue queue = Polling.queue(bench, bench.cq(4));
        try (CompletionPort port = ports.open(queue, Polling.HOLDER, PollingWay.PEEK)) {
            Expect.that(port.kind().startsWith(PEEK), "the way it polls: " + port.kind());
        } catch (RdmaException e) {
            refusal(e, queue);
        }
        // Whichever it was, the queue is free.
        Polling.open(bench, queue, Polling.HOLDER).close();
    }

    private static void refusal(RdmaException e, PolledQueue queue) {
        String text = String.valueOf(e.getMessage());
        Expect.equal("EOPNOTSUPP", e.errno().name(), "the refusal: " + text);
        Expect.that(text.contains(queue.name()), "it names the queue: " + text);
    }

    /** The library alone can tell which send a completion is of. */
    private static void direct(Workbench bench) {
        Endpoint end = bench.endpoint(QpType.UD);
        PolledQueue queue = Polling.queue(bench, end.sends());
        Expect.that(queue.work() > 0, "sends report to it: " + queue);
        try {
            bench.rig().completionPorts().open(queue, Polling.HOLDER, PollingWay.DIRECT).close();
        } catch (RdmaException e) {
            refusal(e, queue);
            Polling.open(bench, queue, Polling.HOLDER).close();
            return;
        }
        throw Expect.wrong("a queue of sends was opened " + PollingWay.DIRECT);
    }

    /** The library does not know what it holds: nothing else may touch it any more. */
    private static void owned(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        CqHandle cq = pair[1].receives();
        PolledQueue queue = Polling.queue(bench, cq);
        CompletionPorts ports = bench.rig().completionPorts();
        try (CompletionPort port = ports.open(queue, Polling.HOLDER, PollingWay.DIRECT)) {
            Expect.equal(DIRECT, port.kind(), "the way it polls");
        } catch (RdmaException e) {
            Expect.that(!bench.offersDirect(), "refused, though it is offered: " + e);
            refusal(e, queue);
            Polling.nothingLeft(bench, cq);
            return;
        }
        unsupported(() -> cq.poll(1), "polling it by hand");
        unsupported(() -> cq.requestNotify(false), "arming it by hand");
        unsupported(() -> cq.resize(2 * cq.cqe()), "resizing it");
        unsupported(() -> pair[1].receive(1, pair[1].in(0, 8)), "posting a receive by hand");
        unsupported(() -> ports.open(queue, "another", PollingWay.CALL), "CALL");
        unsupported(() -> ports.open(queue, "another", PollingWay.PEEK), "PEEK");
        unsupported(() -> Rings.on(bench, cq, cq), "sends that report to it");
        Rings.say(bench, pair[0], pair[1], 1, 32);
        try (Polling polling = Polling.of(bench, cq, PollingWay.BEST)) {
            Expect.equal(DIRECT, polling.port().kind(), "the way it polls again");
            Rings.heard(polling.good(0), 1, 32);
        }
    }

    private static void unsupported(Runnable call, String what) {
        Expect.refused("EOPNOTSUPP", call, what);
    }

    private static void change(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        PollingWay[] ways = {PollingWay.CALL, PollingWay.BEST, PollingWay.CALL, PollingWay.BEST};
        for (int i = 0; i < ways.length; i++) {
            Rings.say(bench, pair[0], pair[1], i, 16);
        }
        for (int i = 0; i < ways.length; i++) {
            try (Polling polling = Polling.of(bench, pair[1].receives(), ways[i])) {
                Rings.heard(polling.good(i), i, 16);
                polling.batch().repost();
            }
        }
        try (Polling polling = Polling.of(bench, pair[1])) {
            Expect.equal(0, polling.port().poll(1), "further completions");
            polling.buffers(Rings.BUFFERS, 0);
        }
    }
}
