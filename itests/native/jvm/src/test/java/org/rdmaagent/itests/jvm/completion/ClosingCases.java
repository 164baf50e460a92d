// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;

/** What is closed while a thread polls it, sleeps on it, or does not come back to it. */
public final class ClosingCases {
    private static final int ROUNDS = Extent.of(10_000, 1000, 200);
    private static final int RACES = Extent.of(20_000, 2000, 1000);
    private static final long LONG = TimeUnit.SECONDS.toNanos(20);

    private ClosingCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase(
                        "pairs, regions and queues are closed while polled", ClosingCases::polled),
                new NamedCase("a queue is opened while closed", OpeningCases::whileClosed),
                new NamedCase("a pair is reset while polled", ClosingCases::reset),
                new NamedCase("a pair is closed after its port", ClosingCases::afterItsPort),
                new NamedCase("leases are closed while polled", ClosingCases::leases),
                new NamedCase("a holder that blocks is named", ClosingCases::blocked),
                new NamedCase("a handler closes its own pair", ClosingCases::ownThread),
                new NamedCase("a sleeper lets go", ClosingCases::asleep),
                new NamedCase("no completion is slept through", ClosingCases::events),
                new NamedCase("a wake ends the sleep, or the next one", ClosingCases::wake));
    }

    private static void polled() throws Exception {
        Random random = new Random(4711);
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            for (int round = 0; round < ROUNDS; round++) {
                CqHandle cq = bench.cq(255);
                QpHandle qp = bench.receiver(cq);
                MrHandle memory = Ports.ring(bench, qp, 16, 256);
                try (PollingLoop loop = new PollingLoop(ports.open(cq))) {
                    int number = qp.number().value();
                    assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, 0, 0, 64));
                    pause(random);
                    qp.close();
                    memory.close();
                    cq.close();
                    loop.await();
                }
            }
        }
    }

    private static void pause(Random random) {
        for (int i = random.nextInt(20_000); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** What has come stays in the queue; a queue that was read directly is nobody's to empty. */
    private static void afterItsPort() throws Exception {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            MrHandle memory = Ports.ring(bench, qp, 16, 256);
            CompletionPort port = ports.open(cq);
            int number = qp.number().value();
            assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, 16, 0, 64));
            while (port.poll(1) == 0) {
                Thread.onSpinWait();
            }
            port.close();
            qp.close();
            memory.close();
            cq.close();
        }
    }

    private static void reset() throws Exception {
        Random random = new Random(815);
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            try (PollingLoop loop = new PollingLoop(ports.open(cq))) {
                for (int round = 0; round < ROUNDS / 4; round++) {
                    QpHandle qp = bench.receiver(cq);
                    MrHandle memory = Ports.ring(bench, qp, 16, 256);
                    int number = qp.number().value();
                    assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, 0, 0, 64));
                    pause(random);
                    assertEquals(0, Device.mlx4emu_flood_stop(number));
                    qp.modify(QpAttributes.ofState(QpState.RESET));
                    memory.close();
                    qp.close();
                }
                cq.close();
                loop.await();
            }
        }
    }

    private static void leases() throws Exception {
        Random random = new Random(31);
        for (int round = 0; round < ROUNDS / 10; round++) {
            try (Ports ports = new Ports()) {
                Bench bench = ports.bench();
                CqHandle cq = bench.cq(255);
                QpHandle qp = bench.receiver(cq);
                Ports.ring(bench, qp, 16, 256);
                try (PollingLoop loop = new PollingLoop(ports.open(cq))) {
                    int number = qp.number().value();
                    assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, 0, 0, 64));
                    pause(random);
                    if (round % 2 == 0) {
                        bench.lease.close();
                    } else {
                        bench.library.close();
                    }
                    loop.await();
                    assertFalse(bench.context.isOpen());
                }
            }
        }
    }

    private static void blocked() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, 16, 256);
            CompletionPort port = ports.open(cq, "loop stuck");
            long start = System.nanoTime();
            // This thread has not polled yet, and does not: the closer is the only one that runs.
            Refusals.refused("EBUSY", qp::close, "'loop stuck'");
            long took = System.nanoTime() - start;
            assertTrue(took >= TimeUnit.MILLISECONDS.toNanos(1900), took + " ns");
            assertTrue(took < TimeUnit.SECONDS.toNanos(4), took + " ns");
            assertTrue(qp.isOpen());
            assertEquals(0, port.poll(4));
            assertEquals(16, port.receivesPosted());
            Refusals.refused("EBUSY", cq::close, "qp");
            assertEquals(0, port.attend());
            port.close();
            qp.close();
            CompletionPort next = ports.open(cq, "loop stuck");
            Refusals.refused("EBUSY", cq::close, "'loop stuck'");
            assertEquals(CompletionPort.REVOKED, next.poll(4));
            assertEquals(CompletionPort.REVOKED, next.attend());
            next.close();
            cq.close();
        }
    }

    private static void ownThread() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(255);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, 16, 256);
            CompletionPort port = ports.open(cq);
            int number = qp.number().value();
            assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, 4, 0, 64));
            Ports.handle(
                    port,
                    1,
                    1,
                    one -> {
                        assertTrue(one.hasPayload());
                        qp.close();
                        assertFalse(one.hasPayload());
                        one.repost();
                    });
            assertEquals(0, port.receivesHeld());
            assertEquals(0, port.receivesPosted());
            long start = System.nanoTime();
            Refusals.refused("EBUSY", cq::close, "loop test");
            assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(1));
            port.close();
            cq.close();
        }
    }

    private static void asleep() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            ChannelHandle channel = bench.context.createChannel("channel");
            CqHandle cq = bench.context.createCq("cq", 255, channel, 0);
            QpHandle qp = bench.receiver(cq);
            Ports.ring(bench, qp, 16, 256);
            CompletionPort port = ports.open(cq);
            CompletionWait wait = bench.ports().await(List.of(port));
            CountDownLatch begun = new CountDownLatch(1);
            Future<Integer> end =
                    threads.submit(
                            () -> {
                                int sleeps = 0;
                                while (port.poll(4) >= 0) {
                                    wait.arm();
                                    begun.countDown();
                                    wait.await(LONG);
                                    sleeps++;
                                }
                                port.close();
                                wait.close();
                                return sleeps;
                            });
            begun.await();
            long start = System.nanoTime();
            qp.close();
            cq.close();
            channel.close();
            assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(2));
            assertTrue(end.get(20, TimeUnit.SECONDS) > 0);
            wait.wake();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void events() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            ChannelHandle channel = bench.context.createChannel("channel");
            CqHandle one = bench.context.createCq("one", 255, channel, 0);
            CqHandle two = bench.context.createCq("two", 255, channel, 0);
            List<QpHandle> pairs = List.of(bench.receiver(one), bench.receiver(two));
            pairs.forEach(qp -> Ports.ring(bench, qp, 16, 256));
            List<CompletionPort> both = List.of(ports.open(one), ports.open(two));
            try (CompletionWait wait = bench.ports().await(both)) {
                Future<?> end = threads.submit(() -> sleeper(both, wait));
                for (int i = 0; i < RACES; i++) {
                    int number = pairs.get(random.nextInt(2)).number().value();
                    while (Emulator.mlx4emu_fill(number, 1, 8) == 0) {
                        Thread.onSpinWait();
                    }
                    pause(random);
                }
                end.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void sleeper(List<CompletionPort> ports, CompletionWait wait) {
        int seen = 0;
        while (seen < RACES) {
            int found = pollAll(ports);
            if (found == 0) {
                wait.arm();
                found = pollAll(ports);
                if (found == 0 && !wait.await(LONG)) {
                    throw new AssertionError("slept through one after " + seen);
                }
            }
            seen += found;
        }
    }

    private static int pollAll(List<CompletionPort> ports) {
        int found = 0;
        for (CompletionPort port : ports) {
            found += port.poll(3);
        }
        return found;
    }

    private static void wake() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            ChannelHandle channel = bench.context.createChannel("channel");
            CqHandle cq = bench.context.createCq("cq", 255, channel, 0);
            CompletionPort port = ports.open(cq);
            CompletionWait wait = bench.ports().await(List.of(port));
            assertFalse(wait.await(0));
            wait.wake();
            assertTrue(wait.await(LONG));
            assertFalse(wait.await(TimeUnit.MILLISECONDS.toNanos(1)));
            wait.close();
            wait.close();
            wait.wake();
            CqHandle deaf = bench.cq(4);
            Refusals.refused(
                    "EINVAL", () -> bench.ports().await(List.of(ports.open(deaf))), "channel");
        }
    }
}
