// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmaagent.spi.completion.MemoryAccess;

/** The ways to memory agree with JNA's own pointers. */
class MemoryAccessTest {
    static Stream<MemoryAccess> ways() {
        return Stream.of(JnaAccess.INSTANCE.memory(), PointerMemory.INSTANCE);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void whatIsWrittenIsRead(MemoryAccess way) {
        try (Memory place = new Memory(32)) {
            long address = Pointer.nativeValue(place);
            place.setLong(0, 0x8182_8384_8586_8788L);
            assertEquals(place.getByte(3), way.getByte(address + 3));
            assertEquals(place.getShort(2), way.getShort(address + 2));
            assertEquals(place.getInt(4), way.getInt(address + 4));
            assertEquals(place.getInt(4), way.getIntAcquire(address + 4));
            assertEquals(place.getLong(0), way.getLong(address));
            way.putInt(address + 8, 0xf1f2_f3f4);
            way.putIntRelease(address + 12, 0xe1e2_e3e4);
            way.fullFence();
            way.putLong(address + 16, 0xd1d2_d3d4_d5d6_d7d8L);
            assertEquals(0xf1f2_f3f4, place.getInt(8));
            assertEquals(0xe1e2_e3e4, place.getInt(12));
            assertEquals(0xd1d2_d3d4_d5d6_d7d8L, place.getLong(16));
        }
    }
}
