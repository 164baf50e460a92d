// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.spi.mlx4.CqLayout;

/** Where the device would write next, over rounds of the ring and of the 24-bit index. */
class NextEntryTest {
    private static final int ENTRIES = 16;
    private static final int INDEX = 0xff_ffff;
    private static final int BEFORE_THE_WRAP = INDEX - 2 * ENTRIES;

    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void anEntryIsThereWhenItsOwnerBitIsThatOfTheRound(int entryBytes) {
        try (Memory memory = new Memory((long) ENTRIES * entryBytes + Integer.BYTES)) {
            long record = (long) ENTRIES * entryBytes;
            long address = Pointer.nativeValue(memory);
            CqLayout layout =
                    new CqLayout(address, 0, ENTRIES, entryBytes, address + record, 0, 0, 0);
            for (int i = 0; i < ENTRIES; i++) {
                own(memory, i, entryBytes, (BEFORE_THE_WRAP - 1 & ENTRIES) != 0);
            }
            memory.setInt(record, Integer.reverseBytes(BEFORE_THE_WRAP));
            for (int i = BEFORE_THE_WRAP % ENTRIES; i < ENTRIES; i++) {
                own(memory, i, entryBytes, (BEFORE_THE_WRAP & ENTRIES) == 0);
            }
            NextEntry next = new NextEntry(layout, JnaAccess.INSTANCE.memory());
            for (int index = BEFORE_THE_WRAP; index < BEFORE_THE_WRAP + 5 * ENTRIES; index++) {
                assertTrue(isAbsent(next), "entry " + index);
                own(memory, index % ENTRIES, entryBytes, (index & ENTRIES) != 0);
                assertFalse(isAbsent(next), "entry " + index);
                memory.setInt(record, Integer.reverseBytes(index + 1 & INDEX));
                assertEquals(1, next.advance(), "entry " + index);
            }
        }
    }

    private static boolean isAbsent(NextEntry next) {
        return (new Pointer(next.owner()).getInt(0) ^ next.round()) < 0;
    }

    private static void own(Memory memory, int slot, int entryBytes, boolean bit) {
        memory.setByte((long) slot * entryBytes + entryBytes - 1, (byte) (bit ? 0x81 : 0x01));
    }
}
