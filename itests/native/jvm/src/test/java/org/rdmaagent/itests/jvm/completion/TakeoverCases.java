// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.SrqAttributes;

/** A queue becomes one that Java reads directly, or the one who asks is told why it does not. */
public final class TakeoverCases {
    private static final String IN_FILE = " in the file of the queue pair)";
    private static final int BUFFERS = 16;
    private static final int BYTES = 256;
    private static final int ENTRIES = 100;
    private static final int RACES = Extent.of(20_000, 1500, 500);
    private static final int LONGEST_PAUSE = 2000;

    private TakeoverCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("what hinders is told with its key", TakeoverCases::hindered),
                new NamedCase("a pair that does not fit is refused", TakeoverCases::joining),
                new NamedCase("a pair without a ring gets none but one", TakeoverCases::bare),
                new NamedCase("receives by hand, or directly", TakeoverCases::postedByHand),
                new NamedCase("a pair is closed meanwhile", TakeoverCases::closed));
    }

    private static RdmaException refused(Ports ports, CqHandle cq, String... words) {
        RdmaException refusal =
                Refusals.refused(
                        "EOPNOTSUPP", () -> ports.open(cq, "who asks", PollingWay.DIRECT), words);
        assertEquals("read directly", refusal.call());
        // It is free for another port.
        ports.open(cq, "another", PollingWay.BEST).close();
        return refusal;
    }

    private static void hindered() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle mixed = bench.cq(ENTRIES);
            QpHandle both = bench.datagrams(mixed);
            RdmaException refusal =
                    refused(
                            ports,
                            mixed,
                            "sends of queue pair " + both.name() + " report to it: give them a",
                            "(sendCompletionQueue" + IN_FILE);
            assertEquals("mlx4_0 cq context:" + mixed.name(), refusal.subject());
            CqHandle sharing = bench.cq(ENTRIES);
            SrqHandle shared = bench.pd.createSrq("shared", new SrqAttributes(BUFFERS, 1, 0));
            QpHandle pair = bench.qp(QpType.UD, sharing, shared);
            refused(ports, sharing, "sends of queue pair " + pair.name());
            CqHandle byHand = bench.cq(BUFFERS);
            Bench.receive(bench.receiver(byHand), new ReceiveRequest(1, List.of()));
            refused(ports, byHand, "posted one by one: give it", "(receiveBytes" + IN_FILE);
        }
    }

    /** What keeps it away is told before whether there is room for it. */
    private static void joining() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(BUFFERS);
            Ports.ring(bench, bench.receiver(cq), BUFFERS, BYTES);
            ports.open(cq, "reader", PollingWay.DIRECT);
            RdmaException refusal =
                    Refusals.refused(
                            "EOPNOTSUPP",
                            () -> bench.qp(QpType.UD, cq, null),
                            "Java reads the completion queue " + cq.name() + " directly",
                            "sends of the queue pair report to it: give them a queue",
                            "(sendCompletionQueue" + IN_FILE);
            assertEquals("ibv_create_qp", refusal.call());
            Refusals.refused("EINVAL", () -> bench.receiver(cq), "entries for all requests");
        }
    }

    private static void bare() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(BUFFERS);
            QpHandle pair = bench.receiver(cq);
            CompletionPort port = ports.open(cq, "reader", PollingWay.DIRECT);
            Refusals.refused(
                    "EOPNOTSUPP",
                    () -> pair.postReceive(List.of(new ReceiveRequest(1, List.of()))),
                    "only a receive ring is posted: give it one (receiveBytes in its file)");
            Refusals.refused(
                    "EOPNOTSUPP",
                    () -> cq.resize(2 * BUFFERS),
                    "'reader' reads it directly, so that it keeps its size",
                    "set port = auto in the file of the loop",
                    "remove the files of its queue pairs (" + pair.name() + ") and put them back");
            assertEquals(0, port.poll(1));
            Ports.ring(bench, pair, BUFFERS, BYTES);
            assertEquals(BUFFERS, Emulator.mlx4emu_fill(pair.number().value(), BUFFERS, 64));
            Ports.handle(port, BUFFERS, 4, one -> assertTrue(one.isSuccess()));
        }
    }

    /** Who reads directly would not know a receive that was posted by hand. */
    private static void postedByHand() throws Exception {
        Race race = new Race();
        int taken = 0;
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle sends = bench.cq(BUFFERS);
            for (int round = 0; round < RACES; round++) {
                CqHandle cq = bench.cq(BUFFERS);
                QpHandle pair = bench.receiver(sends, cq);
                PolledQueue queue = ports.queue(cq);
                boolean[] done =
                        race.of(
                                () -> bench.ports().open(queue, "race", PollingWay.DIRECT).close(),
                                () -> Bench.receive(pair, new ReceiveRequest(1, List.of())));
                assertTrue(done[0] != done[1], done[0] ? "both were done" : "neither was done");
                taken += done[0] ? 1 : 0;
                pair.close();
                cq.close();
            }
        } finally {
            race.end();
        }
        assertTrue(taken > 0 && taken < RACES, taken + " were taken over");
    }

    private static void closed() throws Exception {
        Race race = new Race();
        int taken = 0;
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle sends = bench.cq(BUFFERS);
            for (int round = 0; round < RACES; round++) {
                CqHandle cq = bench.cq(BUFFERS);
                QpHandle pair = bench.receiver(sends, cq);
                MrHandle memory = Ports.ring(bench, pair, BUFFERS, BYTES);
                PolledQueue queue = ports.queue(cq);
                boolean[] done =
                        race.of(
                                () -> bench.ports().open(queue, "race", PollingWay.DIRECT).close(),
                                pair::close);
                assertTrue(done[1], "the pair is not closed");
                taken += done[0] ? 1 : 0;
                memory.close();
                cq.close();
            }
        } finally {
            race.end();
        }
        assertTrue(taken > 0, "none was taken over");
    }

    /** Two threads that do something at the same time, more or less. */
    private static final class Race {
        private final long seed = System.nanoTime();
        private final Random here = new Random(seed);
        private final Random there = new Random(~seed);
        private final ExecutorService other = Executors.newSingleThreadExecutor();

        Race() {
            System.out.println("seed " + seed);
        }

        /** Which of the two were done, and not refused. */
        boolean[] of(Runnable one, Runnable another) throws Exception {
            CyclicBarrier start = new CyclicBarrier(2);
            Future<Boolean> ending = other.submit(() -> run(start, there, another));
            boolean done = run(start, here, one);
            return new boolean[] {done, ending.get(20, TimeUnit.SECONDS)};
        }

        private static boolean run(CyclicBarrier start, Random random, Runnable action)
                throws Exception {
            start.await(20, TimeUnit.SECONDS);
            for (int i = random.nextInt(LONGEST_PAUSE); i > 0; i--) {
                Thread.onSpinWait();
            }
            try {
                action.run();
                return true;
            } catch (RdmaException e) {
                String errno = e.errno().name();
                assertTrue(List.of("EOPNOTSUPP", "EBADF").contains(errno), e::toString);
                return false;
            }
        }

        void end() {
            other.shutdownNow();
        }
    }
}
