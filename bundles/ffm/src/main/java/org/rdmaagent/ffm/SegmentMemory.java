// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.rdmaagent.spi.completion.MemoryAccess;

/**
 * All memory of the process as one constant segment: its bounds are known to the compiler, so that
 * an access is one instruction. What is ordered has to be aligned, else an IllegalArgumentException
 * says so.
 */
final class SegmentMemory extends MemoryAccess {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** (MemorySegment, long offset)int; only aligned accesses can be ordered. */
    private static final VarHandle ORDERED_INT = JAVA_INT.varHandle();

    @Override
    public byte getByte(long address) {
        return ALL.get(JAVA_BYTE, address);
    }

    @Override
    public short getShort(long address) {
        return ALL.get(JAVA_SHORT_UNALIGNED, address);
    }

    @Override
    public int getInt(long address) {
        return ALL.get(JAVA_INT_UNALIGNED, address);
    }

    @Override
    public int getIntAcquire(long address) {
        return (int) ORDERED_INT.getAcquire(ALL, address);
    }

    @Override
    public long getLong(long address) {
        return ALL.get(JAVA_LONG_UNALIGNED, address);
    }

    @Override
    public void putInt(long address, int value) {
        ALL.set(JAVA_INT_UNALIGNED, address, value);
    }

    @Override
    public void putIntRelease(long address, int value) {
        ORDERED_INT.setRelease(ALL, address, value);
    }

    @Override
    public void putLong(long address, long value) {
        ALL.set(JAVA_LONG_UNALIGNED, address, value);
    }

    @Override
    public void fullFence() {
        VarHandle.fullFence();
    }
}
