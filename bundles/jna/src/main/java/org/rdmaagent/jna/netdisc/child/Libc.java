// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/** Functions of the C library that the process of a scan needs, and Linux's numbers for them. */
final class Libc {
    static final int STDOUT = 1;
    static final int STDERR = 2;
    static final int PR_SET_PDEATHSIG = 1;
    static final int PR_SET_DUMPABLE = 4;
    static final int SIGKILL = 9;
    static final int RLIMIT_CORE = 4;
    static final int EINTR = 4;

    /** Line buffered: _IOLBF of stdio.h. */
    static final int IOLBF = 1;

    static {
        Native.register(Libc.class, NativeLibrary.getProcess());
    }

    private Libc() {}

    static native int dup(int fd);

    static native int dup2(int from, int to);

    static native int getppid();

    static native int prctl(int option, long value, long second, long third, long fourth);

    static native int setrlimit(int resource, Pointer limits);

    static native int setvbuf(Pointer stream, @Nullable Pointer buffer, int mode, long size);

    static native long write(int fd, Pointer bytes, long count);

    /** At once, without what exit(3) would run. */
    static native void _exit(int status);

    /** {@code FILE *stdout}. */
    static Pointer stdout() {
        return NativeLibrary.getProcess().getGlobalVariableAddress("stdout").getPointer(0);
    }
}
