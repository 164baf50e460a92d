// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * Functions of the C library, looked up in the whole process: a preloaded library that stands in
 * for the kernel must see them, as it sees libibumad's.
 */
public final class LibcCalls {
    /** POLLIN of poll.h. */
    public static final int POLLIN = 1;

    static {
        Native.register(LibcCalls.class, NativeLibrary.getProcess());
    }

    private LibcCalls() {}

    /** poll(2). */
    public static native int poll(Pointer fds, long count, int timeoutMillis);
}
