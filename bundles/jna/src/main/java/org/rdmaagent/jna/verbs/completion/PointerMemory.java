// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Pointer;
import java.lang.invoke.VarHandle;
import org.rdmaagent.spi.completion.MemoryAccess;

/** Memory through JNA's own functions: a native call for each access, on every Java. */
public final class PointerMemory extends MemoryAccess {
    /** The one there is. */
    public static final MemoryAccess INSTANCE = new PointerMemory();

    /** An address is an offset from there. */
    private static final Pointer ORIGIN = new Pointer(0);

    private PointerMemory() {}

    @Override
    public byte getByte(long address) {
        return ORIGIN.getByte(address);
    }

    @Override
    public short getShort(long address) {
        return ORIGIN.getShort(address);
    }

    @Override
    public int getInt(long address) {
        return ORIGIN.getInt(address);
    }

    @Override
    public int getIntAcquire(long address) {
        int value = ORIGIN.getInt(address);
        VarHandle.acquireFence();
        return value;
    }

    @Override
    public long getLong(long address) {
        return ORIGIN.getLong(address);
    }

    @Override
    public void putInt(long address, int value) {
        ORIGIN.setInt(address, value);
    }

    @Override
    public void putIntRelease(long address, int value) {
        VarHandle.releaseFence();
        ORIGIN.setInt(address, value);
    }

    @Override
    public void putLong(long address, long value) {
        ORIGIN.setLong(address, value);
    }

    @Override
    public void fullFence() {
        VarHandle.fullFence();
    }
}
