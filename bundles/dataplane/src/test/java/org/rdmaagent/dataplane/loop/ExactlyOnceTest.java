// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.spi.completion.CompletionPort;

/** Whatever happens to handlers and queue: each completion goes to one handler, once, in order. */
class ExactlyOnceTest {
    private static final int STEPS = Boolean.getBoolean("rdma.long") ? 20_000 : 800;

    private final HandDriven loop = new HandDriven();
    private final List<Long> seen = new ArrayList<>();
    private ScriptedPort port = new ScriptedPort("feed");
    private final Slot slot = loop.slot(port);
    private Random random = new Random();
    private int handlers;

    /**
     * Fails now and then, and always in the middle of a batch, between two, or before the first.
     */
    private final class Moody implements CompletionHandler {
        private final int oneIn;

        Moody(int oneIn) {
            this.oneIn = oneIn;
        }

        @Override
        public void onCompletions(CompletionBatch batch) {
            fail();
            while (batch.next()) {
                seen.add(batch.wrId());
                fail();
                batch.repost();
                fail();
            }
        }

        private void fail() {
            if (random.nextInt(oneIn) == 0) {
                if (random.nextInt(10) == 0) {
                    throw new NoClassDefFoundError("as of a bundle that is gone");
                }
                throw new IllegalStateException("mood");
            }
        }
    }

    @RepeatedTest(10)
    void aRandomScheduleLosesNothingAndRepeatsNothing(RepetitionInfo repetition) {
        run(System.nanoTime() + repetition.getCurrentRepetition());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void fixedSchedulesDoSoToo(long seed) {
        run(seed);
    }

    private void run(long seed) {
        random = new Random(seed);
        for (int i = 0; i < STEPS; i++) {
            step();
        }
        // What is left goes to a handler that works.
        port.answer = 0;
        loop.order(() -> loop.core.pause(false));
        loop.bind(slot, new Moody(Integer.MAX_VALUE), "last");
        while (port.waiting() > 0 || port.remaining() > 0) {
            loop.turns(1);
        }
        assertEquals(port.produced(), seen.size(), () -> "seed " + seed);
        for (int i = 0; i < seen.size(); i++) {
            assertEquals(i, seen.get(i), "seed " + seed);
        }
        assertEquals(seen.size(), slot.tally().completions.get(), () -> "seed " + seed);
        assertEquals(0, port.lostAtFlush, () -> "seed " + seed);
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> port.complete(random.nextInt(40));
            case 4, 5, 6 -> loop.turns(random.nextInt(4));
            case 7 -> loop.bind(slot, new Moody(2 + random.nextInt(40)), "moody " + handlers++);
            case 8 -> {
                if (random.nextInt(4) == 0) {
                    loop.unbind(slot);
                }
            }
            case 9 -> loop.order(() -> slotRelease());
            case 10 -> {
                boolean on = random.nextInt(3) == 0;
                loop.order(() -> loop.core.pause(on));
            }
            default -> {
                int size = 1 + random.nextInt(CompletionPort.LARGEST_BATCH);
                loop.order(() -> slotResize(size));
            }
        }
    }

    private void slotRelease() {
        boolean unused = loop.core.release(slot);
    }

    private void slotResize(int size) {
        int unused = loop.core.resize(size);
    }

    /** The thread died in the middle of a batch; its successor goes on behind the cursor. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 15, 16})
    void aDeadThreadsBatchIsFinishedByItsSuccessor(int handedOutBefore) {
        loop.bind(slot, new Moody(Integer.MAX_VALUE), "good");
        port.complete(16);
        // As a thread leaves it that dies after so many.
        int unused = port.poll(16);
        for (int i = 0; i < handedOutBefore; i++) {
            boolean there = port.batch().next();
            assertEquals(true, there);
            seen.add(port.batch().wrId());
            port.batch().repost();
        }
        slot.leftover = true;
        loop.core.begin();
        loop.turns(2);
        assertEquals(16, seen.size());
        assertEquals(15, seen.get(15));
        assertEquals(0, port.lostAtFlush);
    }

    /** The queue is taken away and comes back under the same name, as another one. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void aQueueThatIsMadeAnewIsReadFromItsBeginning(long seed) {
        random = new Random(seed);
        loop.bind(slot, new Moody(Integer.MAX_VALUE), "good");
        for (int round = 0; round < 20; round++) {
            seen.clear();
            int first = random.nextInt(50);
            port.complete(first);
            loop.turns(5);
            assertEquals(first, seen.size(), "seed " + seed);
            port.answer = CompletionPort.REVOKED;
            loop.turns(1);
            port = new ScriptedPort("feed");
            ScriptedPort next = port;
            loop.order(() -> loop.core.attach(slot, next, HandDriven.NO_WAIT));
        }
    }
}
