// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.rdmaagent.spi.completion.MemoryAccess;

/**
 * All memory of the process as one constant segment: its bounds are known to the compiler, and so
 * is that an address is within them, so that nothing is compared at an access.
 *
 * <p>What is ordered is so by fences, which are none on x86-64. An access that is ordered by itself
 * would look each time whether the address is aligned; the words that are shared with a device are.
 */
final class SegmentMemory extends MemoryAccess {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** The bits that an address of a process may have set, on any machine. */
    private static final long ADDRESSES = (1L << 56) - 1;

    /** Of an address that is within the segment, whatever it is; those near a base are as well. */
    private static final long WITHIN = (1L << 62) - 1;

    /** The same address, of which the compiler knows that it is within; nothing if it did. */
    private static long at(long address) {
        return address & WITHIN;
    }

    @Override
    public long base(long address) {
        return address & ADDRESSES;
    }

    @Override
    public byte getByte(long address) {
        return ALL.get(JAVA_BYTE, at(address));
    }

    @Override
    public short getShort(long address) {
        return ALL.get(JAVA_SHORT_UNALIGNED, at(address));
    }

    @Override
    public int getInt(long address) {
        return ALL.get(JAVA_INT_UNALIGNED, at(address));
    }

    @Override
    public int getIntAcquire(long address) {
        int value = ALL.get(JAVA_INT_UNALIGNED, at(address));
        VarHandle.acquireFence();
        return value;
    }

    @Override
    public long getLong(long address) {
        return ALL.get(JAVA_LONG_UNALIGNED, at(address));
    }

    @Override
    public void putInt(long address, int value) {
        ALL.set(JAVA_INT_UNALIGNED, at(address), value);
    }

    @Override
    public void putIntRelease(long address, int value) {
        VarHandle.releaseFence();
        ALL.set(JAVA_INT_UNALIGNED, at(address), value);
    }

    @Override
    public void putLong(long address, long value) {
        ALL.set(JAVA_LONG_UNALIGNED, at(address), value);
    }

    @Override
    public void fullFence() {
        VarHandle.fullFence();
    }
}
