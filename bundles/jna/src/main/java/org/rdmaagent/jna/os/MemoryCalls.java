// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * Functions of the C library about memory, with the numbers that Linux gives their arguments; those
 * of {@link SystemCalls} beside them. They answer -1 and set errno.
 */
public final class MemoryCalls {
    /** MAP_HUGETLB of mman.h. */
    public static final int MAP_HUGETLB = 0x40000;

    /** O_RDONLY | O_CLOEXEC of fcntl.h. */
    public static final int READ_ONLY = 0x80000;

    /** MPOL_BIND of linux/mempolicy.h. */
    public static final int BIND = 2;

    static {
        Native.register(MemoryCalls.class, NativeLibrary.getProcess());
    }

    private MemoryCalls() {}

    /** getpagesize(2), bytes. */
    public static native int getpagesize();

    /** mlock(2). */
    public static native int mlock(Pointer address, long length);

    /** open(2) of a file that exists. */
    public static native int open(String path, int flags);

    /** syscall(2) with the arguments of mbind(2), which the C library has no function for. */
    public static native long syscall(
            long number,
            Pointer address,
            long length,
            long mode,
            Pointer nodeMask,
            long maxNode,
            long flags);
}
