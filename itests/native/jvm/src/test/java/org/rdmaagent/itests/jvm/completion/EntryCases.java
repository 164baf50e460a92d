// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.itests.jvm.completion.Twins.Twin;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.verbs.QpType;

/** Entries of a queue: what each way to poll makes of them is what the library makes of them. */
public final class EntryCases {
    /** The consumer index has 24 bits: only a long run brings it to its end. */
    private static final int WRAP = 1 << Extent.of(24, 20, 20);

    private static final int ENTRIES = 15;

    /** Of mlx4dv.h (enum mlx4_cqe_syndrome), and two that it does not have. */
    private static final List<Integer> SYNDROMES =
            List.of(
                    0x01, 0x02, 0x04, 0x05, 0x06, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x22,
                    0x00, 0x7f);

    private static final int GOOD = 2;
    private static final int FLOOD_BYTES = 16;
    private static final int NETWORK_HEADER = 40;

    private EntryCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("the index of a small queue wraps", EntryCases::wraps),
                new NamedCase("every syndrome, and what is flushed", EntryCases::syndromes),
                new NamedCase("receives of a connection", ReceivedCases::connected),
                new NamedCase("receives of datagrams", ReceivedCases::datagrams));
    }

    /** Entries without messages, so that there can be very many. */
    private static void wraps() {
        try (Twins twins = new Twins(QpType.UD, ENTRIES)) {
            twins.rings();
            long done = 0;
            long[] sums = new long[2];
            for (int round = 0; done <= WRAP + ENTRIES; round++) {
                int count = 1 + round % ENTRIES;
                for (int i = 0; i < sums.length; i++) {
                    Twin twin = twins.both().get(i);
                    int number = twin.pair().number().value();
                    assertEquals(count, Emulator.mlx4emu_fill(number, count, round % 1000));
                    sums[i] = take(twin, count, round, done, sums[i]);
                }
                done += count;
                assertEquals(sums[1], sums[0], "what is told until completion " + done);
            }
        }
    }

    /** Folds what is told, so that the order counts. */
    private static long take(Twin twin, int count, int round, long before, long sum) {
        long[] state = {sum, before};
        Ports.handle(
                twin.port(),
                count,
                1 + round % 7,
                one -> {
                    long told = one.wrId() << 32 | one.byteLen();
                    state[0] = (state[0] + told) * 31 + one.status().code();
                    // What comes first is received first: the buffers go round.
                    if (one.wrId() != state[1] % Twins.BUFFERS
                            || one.byteLen() != round % 1000 + NETWORK_HEADER) {
                        throw new AssertionError(
                                "completion " + state[1] + ": " + one.wrId() + " " + one.byteLen());
                    }
                    state[1]++;
                    one.repost();
                });
        twin.port().flush();
        return state[0];
    }

    private static void syndromes() {
        for (int syndrome : SYNDROMES) {
            List<List<String>> told = new ArrayList<>();
            try (Twins twins = new Twins(QpType.UD, 63)) {
                twins.rings();
                for (Twin twin : twins.both()) {
                    assertEquals(0, twin.port().poll(1));
                    told.add(troubled(twin, syndrome));
                }
            }
            assertEquals(told.get(1), told.get(0), "syndrome " + syndrome);
            String failed = told.get(0).get(GOOD);
            assertTrue(failed.contains("vendor error " + vendorError(syndrome) + " "), failed);
            assertTrue(failed.contains("success false"), failed);
        }
    }

    /** Two messages, one that fails with this syndrome, and the rest of the ring is flushed. */
    private static List<String> troubled(Twin twin, int syndrome) {
        int number = twin.pair().number().value();
        flood(number, GOOD);
        Ports.until(() -> Device.mlx4emu_flood_count(number) == GOOD);
        long before = Emulator.mlx4emu_stat("cqes");
        assertEquals(0, Emulator.mlx4emu_inject(number, 0, syndrome, vendorError(syndrome), 1));
        flood(number, 1);
        int rest = Twins.BUFFERS - GOOD;
        // All are there: no buffer is posted again before the pair is known to be dead.
        Ports.until(() -> Emulator.mlx4emu_stat("cqes") - before == rest);
        List<String> told = Twins.told(twin, Twins.BUFFERS, 64, 0);
        assertEquals(0, Device.mlx4emu_flood_stop(number));
        assertEquals(0, twin.port().poll(64));
        return told;
    }

    private static int vendorError(int syndrome) {
        return 0x80 + syndrome;
    }

    private static void flood(int number, int count) {
        assertEquals(0, Device.mlx4emu_flood_start(number, Device.RECEIVE, count, 0, FLOOD_BYTES));
    }
}
