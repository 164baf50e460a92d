// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory by its address, beside a buffer over the same bytes. */
class SegmentMemoryTest {
    private static final int BYTES = 64;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment = arena.allocate(BYTES, 8);
    private final long address = segment.address();
    private final ByteBuffer bytes = segment.asByteBuffer().order(ByteOrder.nativeOrder());
    private final SegmentMemory memory = new SegmentMemory();

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    @Test
    void readsEveryWidthInTheOrderOfTheMachine() {
        bytes.putLong(8, 0x8182838485868788L);
        for (int at = 8; at < 16; at++) {
            assertEquals(bytes.get(at), memory.getByte(address + at));
        }
        for (int at = 8; at < 15; at++) {
            assertEquals(bytes.getShort(at), memory.getShort(address + at), "aligned or not");
        }
        for (int at = 8; at < 13; at++) {
            assertEquals(bytes.getInt(at), memory.getInt(address + at), "aligned or not");
        }
        for (int at = 4; at < 13; at++) {
            assertEquals(bytes.getLong(at), memory.getLong(address + at), "aligned or not");
        }
        assertEquals(bytes.getInt(12), memory.getIntAcquire(address + 12));
    }

    @Test
    void aBaseIsTheSameAddress() {
        long highest = (1L << 47) - 1;
        for (long one : new long[] {1, address, highest}) {
            assertEquals(one, memory.base(one));
        }
        bytes.putInt(12, 0xd1d2d3d4);
        assertEquals(0xd1d2d3d4, memory.getInt(memory.base(address + 16) - 4));
        assertEquals(0xd1d2d3d4, memory.getIntAcquire(memory.base(address) + 12));
    }

    @Test
    void writesSoManyBytesAndNoMore() {
        memory.putInt(address + 5, 0xa1a2a3a4);
        memory.putLong(address + 17, 0xb1b2b3b4b5b6b7b8L);
        memory.putIntRelease(address + 40, 0xc1c2c3c4);
        assertEquals(0xa1a2a3a4, bytes.getInt(5));
        assertEquals(0xb1b2b3b4b5b6b7b8L, bytes.getLong(17));
        assertEquals(0xc1c2c3c4, bytes.getInt(40));
        int written = 0;
        for (int at = 0; at < BYTES; at++) {
            written += bytes.get(at) == 0 ? 0 : 1;
        }
        assertEquals(4 + 8 + 4, written);
    }

    /** As a card and a poll loop do: an entry, then its owner word. */
    @Test
    @Timeout(60)
    void whatWasWrittenBeforeAReleaseIsSeenAfterItsAcquire() throws InterruptedException {
        int rounds = 500;
        Thread producer =
                new Thread(
                        () -> {
                            for (int i = 1; i <= rounds; i++) {
                                memory.putLong(address, i);
                                memory.putIntRelease(address + 16, i);
                                while (memory.getIntAcquire(address + 24) != i) {
                                    Thread.onSpinWait();
                                }
                            }
                        });
        producer.start();
        for (int i = 1; i <= rounds; i++) {
            while (memory.getIntAcquire(address + 16) != i) {
                Thread.onSpinWait();
            }
            assertEquals(i, memory.getLong(address));
            memory.fullFence();
            memory.putIntRelease(address + 24, i);
        }
        producer.join();
    }
}
