// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionHandler;

/** Messages and commands that come while a loop falls asleep do not wait for its alarm. */
class EventRaceTest {
    private static final int ROUNDS = 10_000;

    /** The loop sleeps for a second if it misses something; a busy machine is quicker. */
    private static final long MISSED_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    private final SimulatedTraffic traffic = new SimulatedTraffic(false);
    private final AtomicLong seen = new AtomicLong();
    private final ProvidedDataPlane plane =
            new ProvidedDataPlane(InstantSource.system(), System::nanoTime);

    @Test
    void nothingThatComesWhileTheLoopFallsAsleepIsMissed() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        plane.bindPorts(traffic.ports, Map.of());
        plane.bindHandler(
                batch -> {
                    while (batch.next()) {
                        batch.repost();
                        seen.incrementAndGet();
                    }
                },
                Map.of("service.id", 1L, CompletionHandler.CQ, "feed"));
        plane.configure("pid", Map.of("service.pid", "p~l", "queues", "feed", "idle", "event"));
        long worst = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            for (int i = random.nextInt(3_000); i > 0; i--) {
                Thread.onSpinWait();
            }
            traffic.send(1);
            long began = System.nanoTime();
            if (random.nextInt(4) == 0) {
                int unused = plane.setBatchSize("l", 1 + random.nextInt(64));
            }
            while (seen.get() < round && System.nanoTime() - began < 20 * MISSED_NANOS) {
                Thread.onSpinWait();
            }
            if (round > 1) {
                worst = Math.max(worst, System.nanoTime() - began);
            }
            assertEquals(round, seen.get(), "seed " + seed);
        }
        plane.stop();
        long slowest = worst;
        assertTrue(slowest < MISSED_NANOS, () -> slowest + " ns, seed " + seed);
    }
}
