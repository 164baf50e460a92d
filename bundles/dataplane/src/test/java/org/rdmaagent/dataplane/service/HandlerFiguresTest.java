// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.loop.Binding;

/** What handlers say of themselves is asked by others than those who read it. */
class HandlerFiguresTest extends PlaneOnSimulation {
    private static final long LONGER = HandlerFigures.FRESH_NANOS + 1;

    private final AtomicLong nanos = new AtomicLong(5);
    private final AtomicLong asked = new AtomicLong();
    private final CountDownLatch hold = new CountDownLatch(1);

    /** What happens when it is asked the next time. */
    private volatile Runnable behaviour = () -> {};

    private final CompletionHandler handler =
            new CompletionHandler() {
                @Override
                public void onCompletions(CompletionBatch batch) {}

                @Override
                public Map<String, Long> figures() {
                    long number = asked.incrementAndGet();
                    behaviour.run();
                    return Map.of("asked", number);
                }
            };
    private final Binding binding = new Binding(handler, "slow");

    private void hold() {
        try {
            assertTrue(hold.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aHandlerThatBlocksHoldsNobodyUpAndIsToldAndDoesNotOutliveTheBundle() {
        behaviour = this::hold;
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(handler, properties(0));
        configure();
        awaitActive();
        await("it is asked", () -> asked.get() == 1);
        long began = System.nanoTime();
        assertEquals(Map.of(), slot().handlerFigures());
        assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(5));
        await("it is told", () -> slot().reason().contains("has not returned for"));
        assertEquals(HealthGrade.WARN, plane.check().grade());
        assertTrue(plane.check().text().contains("figures() of " + getClass().getName()));
        assertEquals(1, asked.get());
        assertEquals("", slot().lastError());
        // Its thread is interrupted, and looked for after this test.
    }

    @Test
    void whatItSaidBeforeIsShownUntilItSaysMore() {
        try (FigureAsks asks = new FigureAsks()) {
            HandlerFigures figures = new HandlerFigures(nanos::get, asks);
            figures.refresh(binding);
            await("the first", () -> figures.figures(binding).equals(Map.of("asked", 1L)));
            figures.refresh(binding);
            nanos.addAndGet(LONGER);
            behaviour = this::hold;
            figures.refresh(binding);
            await("the second", () -> asked.get() == 2);
            assertEquals("", figures.trouble(binding));
            nanos.addAndGet(LONGER);
            figures.refresh(binding);
            assertTrue(figures.trouble(binding).startsWith("figures() of slow has not returned"));
            assertEquals(Map.of("asked", 1L), figures.figures(binding));

            Binding other = new Binding(new SequenceHandler(seen), "other");
            assertEquals(Map.of(), figures.figures(other));
            figures.refresh(other);
            await("the other", () -> figures.figures(other).equals(Map.of("seen", 0L)));
            assertEquals("", figures.trouble(other));
            hold.countDown();
        }
        assertEquals(2, asked.get());
    }

    @Test
    void oneThatIsSlowOrFailsIsToldUntilItIsNot() {
        try (FigureAsks asks = new FigureAsks()) {
            HandlerFigures figures = new HandlerFigures(nanos::get, asks);
            behaviour = () -> nanos.addAndGet(LONGER);
            figures.refresh(binding);
            await("slow", () -> figures.trouble(binding).contains("slow took 1000 ms"));
            assertEquals(Map.of("asked", 1L), figures.figures(binding));
            behaviour =
                    () -> {
                        throw new StackOverflowError("deep");
                    };
            figures.refresh(binding);
            await("failed", () -> figures.trouble(binding).contains("StackOverflowError: deep"));
            assertEquals(Map.of("asked", 1L), figures.figures(binding));
            behaviour = () -> {};
            nanos.addAndGet(LONGER);
            figures.refresh(binding);
            await("well", () -> figures.trouble(binding).isEmpty());
            assertEquals(Map.of("asked", 3L), figures.figures(binding));
        }
    }
}
