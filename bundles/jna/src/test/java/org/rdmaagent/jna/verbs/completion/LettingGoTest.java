// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LettingGoTest {
    private final LettingGo lettingGo = new LettingGo();
    private final AtomicInteger woken = new AtomicInteger();

    private long nanosUntilGivenUp(long question) {
        long start = System.nanoTime();
        assertFalse(lettingGo.awaitGrant(question));
        return System.nanoTime() - start;
    }

    @Test
    void aGrantCoversWhatWasAskedBeforeIt() {
        long first = lettingGo.ask();
        assertTrue(lettingGo.isAsked());
        long seen = lettingGo.questions();
        long second = lettingGo.ask();
        lettingGo.grant(seen);
        assertTrue(lettingGo.awaitGrant(first));
        assertTrue(lettingGo.isAsked());
        lettingGo.grant(lettingGo.questions());
        assertTrue(lettingGo.awaitGrant(second));
        assertFalse(lettingGo.isAsked());
    }

    @Test
    void aCloserWaitsForTheGrant() throws Exception {
        long question = lettingGo.ask();
        CompletableFuture<Boolean> closer =
                CompletableFuture.supplyAsync(() -> lettingGo.awaitGrant(question));
        lettingGo.grant(lettingGo.questions());
        assertTrue(closer.get(20, TimeUnit.SECONDS));
    }

    @Test
    void twoSecondsAreTheLimitForAllTogether() {
        long question = lettingGo.ask();
        long first = nanosUntilGivenUp(question);
        assertTrue(first >= TimeUnit.MILLISECONDS.toNanos(1900), first + " ns");
        long second = nanosUntilGivenUp(lettingGo.ask());
        assertTrue(second < TimeUnit.MILLISECONDS.toNanos(1500), second + " ns");
        lettingGo.grant(lettingGo.questions());
    }

    @Test
    void newsThatNobodyWaitsForDoesNotStartTheClock() {
        lettingGo.tell();
        assertTrue(lettingGo.isAsked());
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(300)) {
            Thread.onSpinWait();
        }
        long waited = nanosUntilGivenUp(lettingGo.ask());
        assertTrue(waited >= TimeUnit.MILLISECONDS.toNanos(1900), waited + " ns");
    }

    @Test
    void aSleeperIsWokenAndNotWaitedFor() {
        lettingGo.sleeps(woken::incrementAndGet);
        assertTrue(lettingGo.awaitGrant(lettingGo.ask()));
        assertEquals(1, woken.get());
        lettingGo.wakes();
        assertTrue(lettingGo.isAsked());
        assertFalse(lettingGo.hasEnded());
    }

    @Test
    void whoFallsAsleepIsNotWaitedForAnyMore() throws Exception {
        long question = lettingGo.ask();
        CompletableFuture<Boolean> closer =
                CompletableFuture.supplyAsync(() -> lettingGo.awaitGrant(question));
        lettingGo.sleeps(woken::incrementAndGet);
        assertTrue(closer.get(20, TimeUnit.SECONDS));
    }

    @Test
    void theEndEndsEveryWait() {
        long question = lettingGo.ask();
        lettingGo.end();
        assertTrue(lettingGo.awaitGrant(question));
        assertTrue(lettingGo.awaitEnd());
        assertTrue(lettingGo.hasEnded());
    }
}
