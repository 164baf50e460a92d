// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.sun.jna.Memory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairTableTest {
    private static final int NUMBERS = 1 << 24;

    private final PairStruct struct = new PairStruct(new Memory(64));

    private PolledPair pair(int number) {
        return new PolledPair(number, 0, struct, true, true, null, null);
    }

    @Test
    void anEmptyOneFindsNothing() {
        PairTable<PolledPair> table = new PairTable<>(List.of());
        assertNull(table.find(0));
        assertNull(table.find(NUMBERS - 1));
    }

    @Test
    void eachIsFoundByItsNumberAndNoOther() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int size = 1; size < 300; size++) {
            Map<Integer, PolledPair> pairs = new HashMap<>();
            int first = random.nextInt(NUMBERS - 1000);
            for (int i = 0; i < size; i++) {
                // Most numbers of a device follow each other.
                int number = random.nextInt(4) == 0 ? random.nextInt(NUMBERS) : first + i;
                pairs.put(number, pair(number));
            }
            PairTable<PolledPair> table = new PairTable<>(pairs.values());
            pairs.forEach((number, pair) -> assertSame(pair, table.find(number), "seed " + seed));
            for (int i = 0; i < 1000; i++) {
                int number = random.nextInt(NUMBERS);
                assertSame(pairs.get(number), table.find(number), "seed " + seed);
            }
        }
    }
}
