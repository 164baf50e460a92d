// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairTableTest {
    @Test
    void manyNumbersAreFoundAgainWhileTheTableGrows() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        PairTable table = new PairTable();
        Map<Integer, PairCount> all = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            // Neighbours, numbers that differ in the upper bits only, and any.
            int number =
                    switch (i % 3) {
                        case 0 -> i;
                        case 1 -> (i << 12) & 0xffffff;
                        default -> random.nextInt(1 << 24);
                    };
            PairCount row = table.add(number);
            PairCount before = all.putIfAbsent(number, row);
            assertSame(before == null ? row : before, row, "seed " + seed);
        }
        all.forEach((number, row) -> assertSame(row, table.find(number), "seed " + seed));
        assertEquals(all.size(), table.all().size(), "seed " + seed);
        assertNull(table.find(1 << 25));
    }
}
