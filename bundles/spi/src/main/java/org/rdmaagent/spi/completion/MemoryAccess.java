// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Memory of this process by its address, in the byte order of the machine; as fast as a field.
 * Nothing is checked: a wrong address ends the process. For any thread.
 */
@ConsumerType
public abstract class MemoryAccess {
    /** For implementations. */
    protected MemoryAccess() {}

    /**
     * The same address, of a process that exists. What is near it may be cheaper to access by what
     * this returns, where an access has to look at its address: that is done once then.
     */
    public long base(long address) {
        return address;
    }

    /** A byte. */
    public abstract byte getByte(long address);

    /** 16 bits. */
    public abstract short getShort(long address);

    /** 32 bits. */
    public abstract int getInt(long address);

    /** 32 bits; what is read after them is not read before them. */
    public abstract int getIntAcquire(long address);

    /** 64 bits. */
    public abstract long getLong(long address);

    /** 32 bits. */
    public abstract void putInt(long address, int value);

    /** 32 bits; what was written before them is not written after them. */
    public abstract void putIntRelease(long address, int value);

    /** 64 bits. */
    public abstract void putLong(long address, long value);

    /** What was read or written before is not moved behind what is read or written after. */
    public abstract void fullFence();
}
