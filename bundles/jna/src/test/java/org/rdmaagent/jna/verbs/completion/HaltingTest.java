// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Halts of a polling thread that several others want at the same time. */
class HaltingTest {
    private static final int HALTERS = 3;
    private static final int ROUNDS = 3000;

    private final LettingGo lettingGo = new LettingGo();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger touching = new AtomicInteger();
    private final AtomicInteger regroups = new AtomicInteger();

    private void poll() {
        while (!over.get()) {
            if (lettingGo.isAsked()) {
                boolean halted;
                do {
                    long questions = lettingGo.questions();
                    regroups.incrementAndGet();
                    lettingGo.grant(questions);
                    halted = lettingGo.isHalted();
                    lettingGo.awaitResumption();
                } while (halted);
            }
            touching.incrementAndGet();
            touching.decrementAndGet();
        }
        lettingGo.end();
    }

    private void halt() {
        for (int i = 0; i < ROUNDS; i++) {
            assertTrue(lettingGo.halt(), "round " + i);
            assertEquals(0, touching.get(), "round " + i);
            lettingGo.resume();
        }
    }

    @Test
    void nothingIsTouchedWhileSomebodyHaltsIt() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(HALTERS + 1);
        try {
            Future<?> poller = threads.submit(this::poll);
            Future<?>[] halters = new Future<?>[HALTERS];
            for (int i = 0; i < HALTERS; i++) {
                halters[i] = threads.submit(this::halt);
            }
            for (Future<?> halter : halters) {
                halter.get(60, TimeUnit.SECONDS);
            }
            over.set(true);
            poller.get(60, TimeUnit.SECONDS);
            assertTrue(regroups.get() > 0, "it forgot what was marked");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whoDoesNotComeIsNotHaltedLater() {
        assertFalse(lettingGo.halt());
        assertFalse(lettingGo.isHalted());
        lettingGo.awaitResumption();
        assertTrue(lettingGo.isAsked(), "it was asked all the same");
    }

    @Test
    void aSleeperCountsAsHalted() {
        lettingGo.sleeps(() -> {});
        assertTrue(lettingGo.halt());
        lettingGo.wakes();
        assertTrue(lettingGo.isAsked(), "it looks before it touches");
        assertTrue(lettingGo.isHalted());
        lettingGo.resume();
        lettingGo.awaitResumption();
    }

    @Test
    void whoHasEndedIsAskedForEver() {
        lettingGo.end();
        assertTrue(lettingGo.isAsked());
        lettingGo.grant(lettingGo.questions() - 1);
        assertTrue(lettingGo.isAsked());
    }
}
