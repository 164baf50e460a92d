// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.dataplane.CompletionHandler;

/** A flood into a queue pair of the agent, and the numbers of it that have come. */
final class Flood {
    /** What the data plane has to bear. */
    static final long GOAL_A_SECOND = 1_000_000;

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Card card;
    private final String queue;
    private final FloodNumbers numbers;
    private long awaited;
    private long begunNanos;
    private long took;

    Flood(Card card, String queue, FloodNumbers numbers) {
        this.card = card;
        this.queue = queue;
        this.numbers = numbers;
    }

    /** Begins, so many a second; 0 for as many as the card can. */
    void begin(int rate) throws Exception {
        begunNanos = System.nanoTime();
        card.flood(LoopBean.awaitQueuePair(queue), rate);
        more(1);
    }

    /** Waits until so many more have come since the last time. */
    void more(long count) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (numbers.received() < awaited + count) {
            assertTrue(
                    "numbers come to " + queue + ", after " + numbers.received(),
                    System.nanoTime() < deadline);
            TimeUnit.MICROSECONDS.sleep(200);
        }
        awaited = numbers.received();
    }

    /** Whether none comes for a while. */
    boolean rests() throws InterruptedException {
        awaited = numbers.received();
        TimeUnit.MILLISECONDS.sleep(200);
        return numbers.received() == awaited;
    }

    /**
     * The floods have been ended: whether each number came once and in order, up to the last.
     *
     * @param loop whose loop
     * @param buffers of the ring
     */
    void assertComplete(LoopBean loop, int buffers) throws Exception {
        // As long as some wait in the queue all can be posted for a moment, between two batches.
        Waiting.until("rest", this::rests);
        Waiting.until(
                "posted receives of " + queue,
                () -> loop.number(queue, "receivesPosted") == buffers);
        assertEquals(0, loop.number(queue, "receivesHeld"));
        assertEquals(List.of(), numbers.wrong());
    }

    /** Takes what a test has left in a queue; the floods have been ended. */
    static void drain(BundleContext context, LoopBean loop, String queue, int buffers)
            throws Exception {
        ServiceRegistration<?> drain =
                context.registerService(
                        CompletionHandler.class,
                        batch -> {
                            // What it does not ask for is posted again.
                        },
                        FrameworkUtil.asDictionary(Map.of(CompletionHandler.CQ, queue)));
        try {
            Waiting.until("drain", () -> loop.number(queue, "receivesPosted") == buffers);
        } finally {
            drain.unregister();
        }
    }

    /** The time for {@link #rate} ends here. */
    void timed() {
        took = System.nanoTime() - begunNanos;
    }

    /** Completions a second. */
    double rate() {
        return numbers.received() * 1e9 / took;
    }

    /** In figures what came. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%,d completions in %.1f s, %,.0f a second",
                numbers.received(),
                took / 1e9,
                rate());
    }
}
