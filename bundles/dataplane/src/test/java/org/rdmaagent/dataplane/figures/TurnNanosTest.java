// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.dataplane.Distribution;

/** It says what the recorder of HdrHistogram says, and is cheaper to write. */
class TurnNanosTest {
    private final TurnNanos own = new TurnNanos();
    private final Nanos reference = new Nanos();

    private void record(long nanos) {
        own.record(nanos);
        reference.record(nanos);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyValuesAreDistributedAlike(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 500; i++) {
                record(random.nextLong() >>> random.nextInt(64));
            }
            assertEquals(reference.distribution(), own.distribution(), "seed " + seed);
        }
    }

    @Test
    void theEdgesOfRowsAreKept() {
        for (int power = 0; power < 63; power++) {
            for (long off = -1; off <= 1; off++) {
                TurnNanos one = new TurnNanos();
                Nanos two = new Nanos();
                one.record((1L << power) + off);
                two.record((1L << power) + off);
                assertEquals(two.distribution(), one.distribution(), "2^" + power + " + " + off);
            }
        }
        record(-5);
        assertEquals(reference.distribution(), own.distribution());
    }

    @Test
    void afterAResetItBeginsAnew() {
        assertEquals(Distribution.NONE, own.distribution());
        own.record(7);
        own.reset();
        assertEquals(Distribution.NONE, own.distribution());
        own.record(9);
        assertEquals(1, own.distribution().count());
        assertEquals(9, own.distribution().largest());
    }

    @Test
    void aReaderLosesNothing() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        int records = 1_000_000;
        Thread writer =
                new Thread(
                        () -> {
                            for (int i = 0; i < records; i++) {
                                own.record(i);
                            }
                            over.set(true);
                        });
        writer.start();
        long last = 0;
        while (!over.get()) {
            long count = own.distribution().count();
            assertEquals(Math.max(last, count), count);
            last = count;
        }
        writer.join();
        assertEquals(records, own.distribution().count());
    }
}
