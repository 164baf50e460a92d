// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.handlers.counting.CountingHandler;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.itests.jvm.verbs.NamedCase;

/** The whole loop with the shipped handler that counts. */
public final class LoopCases {
    private static final int RACES = Extent.of(1_000_000, 10_000, 5000);
    private static final long WARM_UP = 500_000;
    private static final long MEASURED = Extent.of(20_000_000, 1_000_000, 300_000);
    private static final int PIECES = Extent.of(10_000, 10_000, 2000);
    private static final int PIECES_A_SECOND = 10_000;
    private static final int ROUNDS = 4;
    private static final int LONGEST_PAUSE = 20_000;
    // About as long as the loop takes to fall asleep.
    private static final int SHORT_PAUSE = 1500;
    private static final int LONG_ONES = 16;

    private LoopCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("no completion is slept through", LoopCases::races),
                new NamedCase("no garbage, spinning", () -> noGarbage(IdleStrategy.SPIN)),
                new NamedCase("no garbage, yielding", () -> noGarbage(IdleStrategy.YIELD)),
                new NamedCase("no garbage, backing off", () -> noGarbage(IdleStrategy.BACKOFF)),
                new NamedCase("no garbage, by events", () -> noGarbage(IdleStrategy.EVENT)));
    }

    /** The next one comes only after the last one was handled: while the loop goes to sleep. */
    private static void races() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        CountingHandler handler = new CountingHandler();
        try (LoopRig rig = new LoopRig("races", IdleStrategy.EVENT, 2, handler, LongSleeps::new)) {
            long sent = 0;
            while (sent < RACES) {
                int some = 1 + random.nextInt(3);
                Flood.start(rig.pair(random.nextInt(2)), some, 0);
                sent += some;
                awaitAll(rig, sent);
                pause(random);
            }
            awaitHandled(rig, handler, sent);
            assertEquals(List.of(), rig.news().stream().filter(LoopCases::isBad).toList());
        }
    }

    private static boolean isBad(String news) {
        return !news.startsWith("HANDLER_CHANGED") && !news.startsWith("QUEUE_FOUND");
    }

    private static void awaitAll(LoopRig rig, long sent) {
        for (int i = 0; i < LONGEST_PAUSE; i++) {
            if (rig.completions() == sent) {
                return;
            }
            Thread.onSpinWait();
        }
        rig.until("completion " + sent, () -> rig.completions() == sent);
    }

    /** A batch counts as completed when it is taken, before its handler has it. */
    private static void awaitHandled(LoopRig rig, CountingHandler handler, long sent) {
        rig.until("all are handled", () -> handled(handler) >= sent);
        assertEquals(sent, handled(handler));
    }

    private static long handled(CountingHandler handler) {
        return handler.counts().stream().mapToLong(count -> count.messages()).sum();
    }

    private static void pause(Random random) {
        int longest = random.nextInt(LONG_ONES) == 0 ? LONGEST_PAUSE : SHORT_PAUSE;
        for (int i = random.nextInt(longest); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private static void noGarbage(IdleStrategy idle) {
        CountingHandler handler = new CountingHandler();
        try (LoopRig rig = new LoopRig("clean", idle, 1, handler, UnaryOperator.identity())) {
            long sent = pass(rig, 0, WARM_UP);
            List<Long> rounds = new ArrayList<>();
            for (int round = 0; round < ROUNDS && !rounds.contains(0L); round++) {
                long before = rig.allocatedBytes();
                sent = pass(rig, sent, MEASURED);
                rounds.add(rig.allocatedBytes() - before);
            }
            System.out.println(idle + ": " + rounds + " bytes in " + MEASURED + " each");
            // What the JVM does once, whenever it does it, is not what a completion costs.
            assertTrue(rounds.contains(0L), rounds::toString);
            awaitHandled(rig, handler, sent);
        }
    }

    /** In both ways, as a stream and in pieces with rests between them; how many came so far. */
    private static long pass(LoopRig rig, long sent, long messages) {
        Flood.start(rig.pair(0), messages - PIECES, 0);
        rig.until("the stream", () -> rig.completions() == sent + messages - PIECES);
        Flood.start(rig.pair(0), PIECES, PIECES_A_SECOND);
        rig.until("the pieces", () -> rig.completions() == sent + messages);
        return sent + messages;
    }
}
