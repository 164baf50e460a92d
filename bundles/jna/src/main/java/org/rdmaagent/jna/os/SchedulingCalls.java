// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * Functions of the C library about scheduling, with the numbers that Linux gives their arguments.
 * Where a process or thread is asked for, 0 is the calling thread. They answer -1 and set errno.
 */
final class SchedulingCalls {
    /** SCHED_OTHER, _FIFO, _RR, _BATCH and _IDLE of sched.h. */
    static final int OTHER = 0;

    static final int FIFO = 1;
    static final int RR = 2;
    static final int BATCH = 3;
    static final int IDLE = 5;

    /** SCHED_RESET_ON_FORK of sched.h, beside the policy. */
    static final int RESET_ON_FORK = 0x4000_0000;

    /** PRIO_PROCESS of resource.h. */
    static final int PRIO_PROCESS = 0;

    /** MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT of mman.h. */
    static final int LOCK_ALL = 1 | 2 | 4;

    static {
        Native.register(SchedulingCalls.class, NativeLibrary.getProcess());
    }

    private SchedulingCalls() {}

    /** gettid(2), glibc 2.30. */
    static native int gettid();

    /** sched_getaffinity(2): sets all bytes of the mask. */
    static native int sched_getaffinity(int pid, long bytes, Pointer mask);

    /** sched_setaffinity(2). */
    static native int sched_setaffinity(int pid, long bytes, Pointer mask);

    /** sched_getscheduler(2). */
    static native int sched_getscheduler(int pid);

    /** sched_getparam(2); the struct is one int. */
    static native int sched_getparam(int pid, Pointer priority);

    /** sched_setscheduler(2). */
    static native int sched_setscheduler(int pid, int policy, Pointer priority);

    /** getpriority(2): -1 may be an answer. */
    static native int getpriority(int which, int who);

    /** setpriority(2). */
    static native int setpriority(int which, int who, int nice);

    /** mlockall(2). */
    static native int mlockall(int flags);

    /** munlockall(2). */
    static native int munlockall();
}
