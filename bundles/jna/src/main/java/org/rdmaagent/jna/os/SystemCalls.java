// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * More functions of the C library, with the numbers that Linux gives their arguments; looked up in
 * the whole process as those of {@link LibcCalls}. They answer -1 and set errno.
 */
public final class SystemCalls {
    /** F_GETFL of fcntl.h. */
    public static final int F_GETFL = 3;

    /** F_SETFL of fcntl.h. */
    public static final int F_SETFL = 4;

    /** O_NONBLOCK of fcntl.h. */
    public static final int O_NONBLOCK = 0x800;

    /** O_CREAT of fcntl.h. */
    public static final int O_CREAT = 0x40;

    /** PROT_READ | PROT_WRITE of mman.h. */
    public static final int READ_WRITE = 3;

    /** MAP_PRIVATE | MAP_ANONYMOUS of mman.h. */
    public static final int PRIVATE_ANONYMOUS = 0x22;

    /** MADV_DONTNEED of mman.h. */
    public static final int MADV_DONTNEED = 4;

    /** RLIMIT_MEMLOCK of resource.h. */
    public static final int RLIMIT_MEMLOCK = 8;

    /** sizeof(struct rlimit): the soft limit, then the hard one, 8 bytes each. */
    public static final int RLIMIT_BYTES = 16;

    static {
        Native.register(SystemCalls.class, NativeLibrary.getProcess());
    }

    private SystemCalls() {}

    /** fcntl(2). */
    public static native int fcntl(int fd, int command, long argument);

    /** mmap(2); answers the address -1 if it fails. */
    public static native Pointer mmap(
            @Nullable Pointer address, long length, int protection, int flags, int fd, long offset);

    /** munmap(2). */
    public static native int munmap(Pointer address, long length);

    /** madvise(2). */
    public static native int madvise(Pointer address, long length, int advice);

    /** getrlimit(2). */
    public static native int getrlimit(int resource, Pointer limits);

    /** pthread_mutex_init(3); answers an errno. */
    public static native int pthread_mutex_init(Pointer mutex, @Nullable Pointer attributes);

    /** pthread_cond_init(3); answers an errno. */
    public static native int pthread_cond_init(Pointer condition, @Nullable Pointer attributes);

    /** socket(2). */
    public static native int socket(int domain, int type, int protocol);

    /** send(2). */
    public static native long send(int fd, Pointer bytes, long length, int flags);

    /** recv(2). */
    public static native long recv(int fd, Pointer bytes, long length, int flags);

    /** close(2). */
    public static native int close(int fd);

    /** eventfd(2). */
    public static native int eventfd(int initial, int flags);

    /** read(2). */
    public static native long read(int fd, Pointer bytes, long length);

    /** write(2). */
    public static native long write(int fd, Pointer bytes, long length);
}
