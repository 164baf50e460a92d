// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.ThreadScheduling;

/** The kernel's scheduling through glibc. */
public final class LinuxScheduling implements ThreadScheduling {
    private static final int EINVAL = 22;

    private static final String REFUSED =
            "the kernel refuses what is always allowed: look for a filter of system calls (seccomp,"
                    + " SystemCallFilter= of the service)";

    /** What the C library's own cpu_set_t holds; a larger machine needs more. */
    private static final int CPUS = 1024;

    /** Far above what any kernel is built for. */
    private static final int MOST_CPUS = 1 << 19;

    private static final int LARGEST_PRIORITY = 99;
    private static final int LEAST_NICE = -20;
    private static final int LARGEST_NICE = 19;

    private LinuxScheduling() {}

    /** Empty where the C library lacks one of the functions. */
    public static Optional<ThreadScheduling> load() {
        try {
            int unused = SchedulingCalls.gettid();
            return Optional.of(new LinuxScheduling());
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }

    @Override
    public long threadId() {
        return SchedulingCalls.gettid();
    }

    @Override
    public Set<Integer> cpus() {
        for (int bits = CPUS; bits <= MOST_CPUS; bits *= 2) {
            try (Memory mask = new Memory(bits / Byte.SIZE)) {
                mask.clear();
                if (SchedulingCalls.sched_getaffinity(0, mask.size(), mask) == 0) {
                    long[] words = mask.getLongArray(0, bits / Long.SIZE);
                    return Collections.unmodifiableSet(CpuMask.read(words));
                }
                int errno = Native.getLastError();
                if (errno != EINVAL) {
                    throw failed("sched_getaffinity", errno, REFUSED);
                }
            }
        }
        throw failed("sched_getaffinity", EINVAL, "the kernel has more CPUs than " + MOST_CPUS);
    }

    @Override
    public void runOn(Set<Integer> cpus) {
        String call = "sched_setaffinity";
        if (cpus.isEmpty() || cpus.stream().anyMatch(cpu -> cpu < 0 || cpu >= MOST_CPUS)) {
            throw failed(call, EINVAL, "name one CPU at least, from 0, not " + cpus);
        }
        long[] words = CpuMask.of(cpus);
        try (Memory mask = new Memory((long) words.length * Long.BYTES)) {
            mask.write(0, words, 0, words.length);
            if (SchedulingCalls.sched_setaffinity(0, mask.size(), mask) != 0) {
                throw failed(
                        call,
                        Native.getLastError(),
                        "none of the CPUs "
                                + new TreeSet<>(cpus)
                                + " is there and allowed for this process: look at"
                                + " Cpus_allowed_list in /proc/self/status (cpuset, container)");
            }
        }
    }

    @Override
    public String priority() {
        int policy = SchedulingCalls.sched_getscheduler(0);
        if (policy < 0) {
            throw failed("sched_getscheduler", Native.getLastError(), REFUSED);
        }
        return switch (policy & ~SchedulingCalls.RESET_ON_FORK) {
            case SchedulingCalls.FIFO -> "fifo:" + realTimePriority();
            case SchedulingCalls.RR -> "rr:" + realTimePriority();
            case SchedulingCalls.OTHER -> "nice:" + niceValue();
            case SchedulingCalls.BATCH -> "batch";
            case SchedulingCalls.IDLE -> "idle";
            default ->
                    String.format(
                            Locale.ROOT, "policy %d", policy & ~SchedulingCalls.RESET_ON_FORK);
        };
    }

    private static int realTimePriority() {
        try (Memory priority = new Memory(Integer.BYTES)) {
            if (SchedulingCalls.sched_getparam(0, priority) != 0) {
                throw failed("sched_getparam", Native.getLastError(), REFUSED);
            }
            return priority.getInt(0);
        }
    }

    private static int niceValue() {
        Native.setLastError(0);
        int nice = SchedulingCalls.getpriority(SchedulingCalls.PRIO_PROCESS, 0);
        int errno = nice == -1 ? Native.getLastError() : 0;
        if (errno != 0) {
            throw failed("getpriority", errno, REFUSED);
        }
        return nice;
    }

    @Override
    public void fifo(int priority) {
        String call = "sched_setscheduler";
        if (priority < 1 || priority > LARGEST_PRIORITY) {
            throw failed(call, EINVAL, "a real-time priority is 1 to 99, not " + priority);
        }
        schedule(
                SchedulingCalls.FIFO | SchedulingCalls.RESET_ON_FORK,
                priority,
                "real-time priority "
                        + priority
                        + " needs the capability CAP_SYS_NICE or a limit as high (ulimit -r, or"
                        + " LimitRTPRIO= of the service), and a control group with real-time"
                        + " budget");
    }

    private static void schedule(int policy, int priority, String remedy) {
        try (Memory struct = new Memory(Integer.BYTES)) {
            struct.setInt(0, priority);
            if (SchedulingCalls.sched_setscheduler(0, policy, struct) != 0) {
                throw failed("sched_setscheduler", Native.getLastError(), remedy);
            }
        }
    }

    @Override
    public void nice(int nice) {
        String call = "setpriority";
        if (nice < LEAST_NICE || nice > LARGEST_NICE) {
            throw failed(call, EINVAL, "a nice value is -20 to 19, not " + nice);
        }
        int policy = SchedulingCalls.sched_getscheduler(0);
        int plain = policy & ~SchedulingCalls.RESET_ON_FORK;
        if (policy >= 0 && plain != SchedulingCalls.OTHER) {
            // Only with a capability may a thread give up the reset.
            int reset = policy & SchedulingCalls.RESET_ON_FORK;
            schedule(
                    SchedulingCalls.OTHER | reset,
                    0,
                    "leaving the idle policy needs a nice value that RLIMIT_NICE allows");
        }
        if (SchedulingCalls.setpriority(SchedulingCalls.PRIO_PROCESS, 0, nice) != 0) {
            throw failed(
                    call,
                    Native.getLastError(),
                    "a lower nice value than now needs the capability CAP_SYS_NICE or a limit that"
                            + " allows it (ulimit -e "
                            + (LARGEST_NICE + 1 - nice)
                            + ", or LimitNICE= of the service)");
        }
    }

    @Override
    public void lockMemory() {
        if (SchedulingCalls.mlockall(SchedulingCalls.LOCK_ALL) != 0) {
            throw failed(
                    "mlockall",
                    Native.getLastError(),
                    "raise the limit of locked memory above all that the process maps (ulimit -l"
                            + " unlimited, or LimitMEMLOCK=infinity of the service), or give it the"
                            + " capability CAP_IPC_LOCK");
        }
    }

    @Override
    public void unlockMemory() {
        if (SchedulingCalls.munlockall() != 0) {
            throw failed("munlockall", Native.getLastError(), REFUSED);
        }
    }

    private static RdmaException failed(String call, int errno, String remedy) {
        return new RdmaException(
                call, Errno.of(errno), "thread " + SchedulingCalls.gettid(), remedy);
    }
}
