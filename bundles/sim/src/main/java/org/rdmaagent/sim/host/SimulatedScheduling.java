// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.ThreadScheduling;

/**
 * The threads of a host with four CPUs, in the books only: no thread is really moved. It answers as
 * Linux answers root, or an ordinary user without limits raised.
 */
public final class SimulatedScheduling implements ThreadScheduling {
    private static final int EPERM = 1;
    private static final int ENOMEM = 12;
    private static final int EACCES = 13;
    private static final int EINVAL = 22;
    private static final int FIRST_THREAD = 4001;
    private static final Set<Integer> CPUS = Set.of(0, 1, 2, 3);
    private static final int LARGEST_FIFO = 99;
    private static final int LEAST_NICE = -20;
    private static final int LARGEST_NICE = 19;

    /** What the kernel would know of a thread. */
    private static final class Task {
        private final long id;
        private Set<Integer> cpus = CPUS;
        private int fifo;
        private int nice;

        private Task(long id) {
            this.id = id;
        }
    }

    // Threads come and go: the books must not keep them.
    private final Map<Thread, Task> tasks = new WeakHashMap<>();
    private long nextThread = FIRST_THREAD;
    private boolean ordinary;
    private boolean locked;

    /** All threads where the kernel puts them, as root. */
    public SimulatedScheduling() {}

    /** Whether the agent runs as an ordinary user. */
    public synchronized void ordinaryUser(boolean wanted) {
        ordinary = wanted;
    }

    /** Whether memory is locked. */
    public synchronized boolean memoryLocked() {
        return locked;
    }

    private Task task() {
        return tasks.computeIfAbsent(Thread.currentThread(), any -> new Task(nextThread++));
    }

    private RdmaException refused(String call, int errno, String remedy) {
        return new RdmaException(call, Errno.of(errno), "thread " + task().id, remedy);
    }

    @Override
    public synchronized long threadId() {
        return task().id;
    }

    @Override
    public synchronized Set<Integer> cpus() {
        return task().cpus;
    }

    @Override
    public synchronized void runOn(Set<Integer> cpus) {
        Set<Integer> there = new TreeSet<>(cpus);
        there.retainAll(CPUS);
        if (there.isEmpty()) {
            throw refused(
                    "sched_setaffinity",
                    EINVAL,
                    "none of the CPUs " + new TreeSet<>(cpus) + " is there: use some of 0 to 3");
        }
        task().cpus = Set.copyOf(there);
    }

    @Override
    public synchronized String priority() {
        return task().fifo > 0 ? "fifo:" + task().fifo : "nice:" + task().nice;
    }

    @Override
    public synchronized void fifo(int priority) {
        if (priority < 1 || priority > LARGEST_FIFO) {
            throw refused(
                    "sched_setscheduler",
                    EINVAL,
                    "the priority lies in 1.." + LARGEST_FIFO + ", not " + priority);
        }
        if (ordinary) {
            throw refused(
                    "sched_setscheduler",
                    EPERM,
                    "give the agent CAP_SYS_NICE or raise RLIMIT_RTPRIO to "
                            + priority
                            + " (LimitRTPRIO of the unit, ulimit -r)");
        }
        task().fifo = priority;
    }

    @Override
    public synchronized void nice(int nice) {
        if (nice < LEAST_NICE || nice > LARGEST_NICE) {
            throw refused(
                    "setpriority",
                    EINVAL,
                    "the nice value lies in " + LEAST_NICE + ".." + LARGEST_NICE + ", not " + nice);
        }
        if (ordinary && nice < task().nice) {
            throw refused(
                    "setpriority",
                    EACCES,
                    "give the agent CAP_SYS_NICE or raise RLIMIT_NICE to "
                            + (20 - nice)
                            + " (LimitNICE of the unit, ulimit -e)");
        }
        task().fifo = 0;
        task().nice = nice;
    }

    @Override
    public synchronized void lockMemory() {
        if (ordinary) {
            throw refused(
                    "mlockall",
                    ENOMEM,
                    "raise the memlock limit (LimitMEMLOCK of the unit, ulimit -l), or give the"
                            + " agent CAP_IPC_LOCK");
        }
        locked = true;
    }

    @Override
    public synchronized void unlockMemory() {
        locked = false;
    }
}
