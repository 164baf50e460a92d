// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.ChosenPorts;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.jna.verbs.objects.CqAddress;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.WorkCompletion;

/** What queue pairs that are destroyed or reset leave in a queue hides nothing of the others. */
public final class GonePairCases {
    private static final int ROUNDS = Extent.of(5000, 500, 100);
    private static final int BUFFERS = 8;
    private static final int ENTRIES = 127;
    private static final int PAIRS = 4;
    private static final int BYTES = 16;

    private GonePairCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("one of several is destroyed", () -> destroyed(false)),
                new NamedCase("the same, left in by the library", () -> destroyed(true)),
                new NamedCase("a pair is reset and lives again", GonePairCases::reset),
                new NamedCase("a destroyed pair and another port", GonePairCases::reopened),
                new NamedCase("by hand behind a destroyed pair", GonePairCases::byHand),
                new NamedCase("a number that comes again", GonePairCases::sameNumber));
    }

    /** Whether the library leaves in the queue what was not polled. */
    private static boolean leaves() {
        return ChosenPorts.WAY != PollingWay.CALL;
    }

    private static Random random() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        return new Random(seed);
    }

    /** Messages of random pairs, few at a time; whose each is, in order. */
    private static List<Life> interleave(List<Life> lives, Random random) {
        List<Life> order = new ArrayList<>();
        int[] room = new int[lives.size()];
        Arrays.fill(room, BUFFERS);
        for (int i = 0; i < 2 * lives.size(); i++) {
            int who = random.nextInt(lives.size());
            int count = Math.min(room[who], 1 + random.nextInt(3));
            if (count > 0) {
                lives.get(who).hear(count);
                room[who] -= count;
                for (int k = 0; k < count; k++) {
                    order.add(lives.get(who));
                }
            }
        }
        return order;
    }

    private static List<Life> lives(Bench bench, CqHandle cq) {
        List<Life> lives = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            lives.add(Life.begin(bench, cq, BUFFERS, BYTES + i));
        }
        return lives;
    }

    /** The messages come in this order, and nothing after them. */
    private static void heard(CompletionPort port, List<Life> order, int batch) {
        int[] at = {0};
        if (!order.isEmpty()) {
            Ports.handle(port, order.size(), batch, one -> order.get(at[0]++).next(one));
        }
        assertEquals(0, port.poll(batch));
        port.flush();
    }

    private static void destroyed(boolean left) {
        Random random = random();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            if (left) {
                Device.keepStale(CqAddress.of(cq));
            }
            List<Life> lives = lives(bench, cq);
            CompletionPort port = ports.open(cq);
            assertEquals(0, port.poll(1));
            long stale = 0;
            for (int round = 0; round < ROUNDS; round++) {
                List<Life> order = interleave(lives, random);
                int who = random.nextInt(PAIRS);
                Life dying = lives.set(who, Life.begin(bench, cq, BUFFERS, BYTES + who));
                stale += left || leaves() ? dying.outstanding() : 0;
                dying.end();
                order.removeIf(life -> life == dying);
                heard(port, order, 1 + random.nextInt(64));
                assertEquals(stale, port.staleCompletions());
                assertEquals(PAIRS * BUFFERS, port.receivesPosted());
                assertEquals(0, port.receivesHeld());
            }
        }
    }

    private static void reset() {
        Random random = random();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            List<Life> lives = lives(bench, cq);
            CompletionPort port = ports.open(cq);
            assertEquals(0, port.poll(1));
            long stale = 0;
            for (int round = 0; round < ROUNDS; round++) {
                List<Life> order = interleave(lives, random);
                int who = random.nextInt(PAIRS);
                Life before = lives.get(who);
                stale += leaves() ? before.outstanding() : 0;
                before.reset();
                Life again = Life.again(bench, before, BUFFERS, BYTES + PAIRS + round % 100);
                lives.set(who, again);
                order.removeIf(life -> life == before);
                int more = random.nextInt(BUFFERS);
                again.hear(more);
                order.addAll(Collections.nCopies(more, again));
                heard(port, order, 1 + random.nextInt(64));
                assertEquals(stale, port.staleCompletions());
                assertEquals(PAIRS * BUFFERS, port.receivesPosted());
            }
        }
    }

    private static void reopened() {
        Random random = random();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            List<Life> lives = lives(bench, cq);
            ports.open(cq).close();
            for (int round = 0; round < ROUNDS; round++) {
                List<Life> order = interleave(lives, random);
                int who = random.nextInt(PAIRS);
                Life dying = lives.set(who, Life.begin(bench, cq, BUFFERS, BYTES + who));
                dying.end();
                order.removeIf(life -> life == dying);
                try (CompletionPort port = ports.open(cq)) {
                    heard(port, order, 1 + random.nextInt(64));
                }
            }
        }
    }

    /** Who has polled by a port and polls the handle now: the library's answers hide nothing. */
    private static void byHand() {
        Random random = random();
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            List<Life> lives = lives(bench, cq);
            ports.open(cq).close();
            List<Life> order = interleave(lives, random);
            if (ChosenPorts.WAY == PollingWay.DIRECT) {
                Refusals.refused("EOPNOTSUPP", () -> cq.poll(1), "directly");
                return;
            }
            Life dying = lives.get(random.nextInt(PAIRS));
            dying.end();
            order.removeIf(life -> life == dying);
            List<Integer> expected = order.stream().map(Life::number).toList();
            List<Integer> found = new ArrayList<>();
            for (int max = 1; found.size() < expected.size(); max = max % 7 + 1) {
                List<WorkCompletion> some = cq.poll(max);
                assertFalse(some.isEmpty(), found + " of " + expected);
                some.forEach(one -> found.add(one.qpNum().value()));
            }
            assertEquals(expected, found);
            assertEquals(List.of(), cq.poll(64));
        }
    }

    /** What the pair that had it left behind is not told as the new one's. */
    private static void sameNumber() {
        try (Ports ports = new Ports()) {
            Bench bench = ports.bench();
            CqHandle cq = bench.cq(ENTRIES);
            Life before = Life.begin(bench, cq, BUFFERS, BYTES);
            CompletionPort port = ports.open(cq);
            assertEquals(0, port.poll(1));
            before.hear(5);
            int number = before.number();
            before.end();
            assertEquals(0, Device.mlx4emu_next_qpn(number));
            Life again = Life.begin(bench, cq, BUFFERS, 2 * BYTES);
            assertEquals(number, again.number());
            again.hear(3);
            heard(port, Collections.nCopies(3, again), 64);
            assertEquals(leaves() ? 5 : 0, port.staleCompletions());
        }
    }
}
