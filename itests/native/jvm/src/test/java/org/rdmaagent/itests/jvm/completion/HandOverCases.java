// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.ChosenPorts;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;

/** One consumer after the other, and never two, while a writer is at work. */
public final class HandOverCases {
    private static final int BUFFERS = 16;
    private static final int BYTES = 256;
    private static final int PORTS = Extent.of(20_000, 2000, 500);
    private static final int SIZES = Extent.of(2000, 200, 50);
    private static final int EVENTS = Extent.of(5000, 500, 200);
    private static final int MANY = Extent.of(5_000_000, 500_000, 200_000);
    private static final long LONG = TimeUnit.SECONDS.toNanos(20);

    private HandOverCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("three pairs on a small queue", HandOverCases::interleaved),
                new NamedCase("ports follow each other under traffic", HandOverCases::follow),
                new NamedCase("a queue is resized under traffic", HandOverCases::resized),
                new NamedCase("there is no second consumer", HandOverCases::second),
                new NamedCase("an event for each arming", HandOverCases::armed),
                new NamedCase("sends that another thread meets", ApartCases::replies));
    }

    private static QpHandle pair(Bench bench, CqHandle cq) {
        QpHandle pair = bench.receiver(cq);
        Ports.ring(bench, pair, BUFFERS, BYTES);
        return pair;
    }

    /** The writer is quicker or slower than the reader, and the queue becomes full. */
    private static void interleaved() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(63);
            List<QpHandle> pairs = List.of(pair(bench, cq), pair(bench, cq), pair(bench, cq));
            CompletionPort port = ports.open(cq);
            Numbers numbers = new Numbers();
            pairs.forEach(pair -> Numbers.flood(pair, MANY / 3));
            Ports.handle(port, MANY / 3 * 3, 1, numbers::next, () -> state(port, numbers, pairs));
            pairs.forEach(pair -> assertEquals(MANY / 3, numbers.count(pair)));
            assertEquals(0, port.poll(64));
            assertEquals(3 * BUFFERS, port.receivesPosted());
        }
    }

    private static String state(CompletionPort port, Numbers numbers, List<QpHandle> pairs) {
        return pairs.stream()
                        .map(each -> numbers.count(each) + " of " + Numbers.stop(each))
                        .toList()
                + ", posted "
                + port.receivesPosted()
                + ", held "
                + port.receivesHeld();
    }

    /** The ways that may follow each other on a queue; one read directly stays so. */
    private static List<PollingWay> ways() {
        return ChosenPorts.WAY == PollingWay.DIRECT
                ? List.of(PollingWay.DIRECT, PollingWay.BEST)
                : List.of(PollingWay.CALL, PollingWay.PEEK, PollingWay.BEST);
    }

    private static void follow() {
        Random random = new Random(1234);
        List<PollingWay> ways = ways();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(63);
            QpHandle pair = pair(bench, cq);
            Numbers numbers = new Numbers();
            Numbers.flood(pair, 0);
            for (int i = 0; i < PORTS; i++) {
                try (CompletionPort port =
                        bench.ports()
                                .open(ports.queue(cq), "port " + i, ways.get(i % ways.size()))) {
                    int batch = 1 + random.nextInt(20);
                    Ports.handle(port, 1 + random.nextInt(100), batch, numbers::next);
                }
            }
            long sent = Numbers.stop(pair);
            try (CompletionPort last = bench.ports().open(ports.queue(cq), "last", ways.get(0))) {
                Ports.until(
                        () -> {
                            last.poll(64);
                            while (last.batch().next()) {
                                numbers.next(last.batch());
                            }
                            return numbers.count() == sent;
                        });
                assertEquals(0, last.poll(64));
                assertEquals(BUFFERS, last.receivesPosted());
                assertEquals(0, last.receivesHeld());
            }
        }
    }

    private static void resized() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(63);
            QpHandle pair = pair(bench, cq);
            CompletionPort port = ports.open(cq);
            Numbers numbers = new Numbers();
            Numbers.flood(pair, 0);
            Future<?> end = thread.submit(() -> untilRevoked(port, numbers));
            for (int i = 0; i < SIZES; i++) {
                long before = numbers.count();
                int entries = i % 2 == 0 ? 255 : 63;
                if (ChosenPorts.WAY == PollingWay.DIRECT) {
                    Refusals.refused("EOPNOTSUPP", () -> cq.resize(entries), "directly");
                } else {
                    assertEquals(entries, cq.resize(entries));
                }
                Ports.until(() -> numbers.count() > before + BUFFERS || end.isDone());
            }
            long sent = Numbers.stop(pair);
            Ports.until(() -> numbers.count() == sent || end.isDone());
            pair.close();
            cq.close();
            end.get(20, TimeUnit.SECONDS);
            assertEquals(sent, numbers.count());
        } finally {
            thread.shutdownNow();
        }
    }

    private static void untilRevoked(CompletionPort port, Numbers numbers) {
        int found = port.poll(16);
        while (found >= 0) {
            while (port.batch().next()) {
                numbers.next(port.batch());
            }
            found = port.poll(16);
        }
        assertEquals(CompletionPort.REVOKED, found, port.damage());
        port.close();
    }

    /** While the queue has a port, and, if it was read directly, ever after. */
    private static void second() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(63);
            QpHandle pair = pair(bench, cq);
            CompletionPort port = ports.open(cq);
            Numbers numbers = new Numbers();
            Numbers.flood(pair, 0);
            for (int i = 0; i < EVENTS; i++) {
                refused("EBUSY", ports, cq);
                Ports.handle(port, 10, 7, numbers::next);
            }
            port.close();
            if (ChosenPorts.WAY == PollingWay.DIRECT) {
                refused("EOPNOTSUPP", ports, cq);
            }
            try (CompletionPort next = bench.ports().open(ports.queue(cq), "next")) {
                Ports.handle(next, 1000, 7, numbers::next);
            }
            Numbers.stop(pair);
        }
    }

    private static void refused(String errno, Ports ports, CqHandle cq) {
        Refusals.refused(errno, () -> cq.poll(1));
        for (PollingWay way : List.of(PollingWay.CALL, PollingWay.PEEK)) {
            Refusals.refused(errno, () -> ports.open(cq, "second", way));
        }
    }

    /** The sequence number of arming has two bits: it goes round many times. */
    private static void armed() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.context.createCq("told", 63, bench.context.createChannel("it"), 0);
            QpHandle pair = pair(bench, cq);
            CompletionPort port = ports.open(cq);
            try (CompletionWait wait = bench.ports().await(List.of(port))) {
                for (int i = 0; i < EVENTS; i++) {
                    wait.arm();
                    assertEquals(0, port.poll(4));
                    assertFalse(wait.await(0), "an event for nothing, " + i);
                    Numbers numbers = new Numbers();
                    Numbers.flood(pair, 1);
                    assertTrue(wait.await(LONG), "no event " + i);
                    Ports.handle(port, 1, 4, numbers::next);
                    assertFalse(wait.await(0), "a second event for arming " + i);
                }
            }
        }
    }
}
