// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SenderTableTest {
    private static final long[] NOBODY = {7, 7, 7, 7, 7};

    private final SenderTable table = new SenderTable();

    /** Senders that differ in one of the five numbers only. */
    private static long[] key(int sender) {
        long[] key = new long[SenderTable.KEY_LONGS];
        key[sender % key.length] = 1L << 40 | sender;
        return key;
    }

    @Test
    void aFullOneStillFindsEach() {
        for (int i = 0; i < SenderTable.CAPACITY; i++) {
            assertTrue(table.hasRoom());
            assertEquals(0, table.find(key(i)));
            table.put(key(i), 1000 + i);
        }
        assertFalse(table.hasRoom());
        for (int i = 0; i < SenderTable.CAPACITY; i++) {
            assertEquals(1000 + i, table.find(key(i)));
        }
        assertEquals(0, table.find(NOBODY));
    }

    @Test
    void allHandlesAreTold() {
        table.put(key(1), 11);
        table.put(key(2), 12);
        Set<Long> told = new TreeSet<>();
        table.forEach(told::add);
        assertEquals(Set.of(11L, 12L), told);
    }
}
