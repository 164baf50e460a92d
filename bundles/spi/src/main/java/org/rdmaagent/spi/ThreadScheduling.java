// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Where and how eagerly the kernel runs the calling thread. A service with {@link
 * ProviderProperties#PROVIDER}; a simulation keeps the books without asking any kernel.
 *
 * <p>Errors are {@link org.rdmaagent.RdmaException}s with call, errno and remedy.
 */
@ProviderType
public interface ThreadScheduling {
    /** The kernel's number of the calling thread ({@code gettid(2)}). */
    long threadId();

    /** The CPUs on which the calling thread may run ({@code sched_getaffinity(2)}), from 0. */
    Set<Integer> cpus();

    /**
     * Lets the calling thread run on these CPUs only ({@code sched_setaffinity(2)}).
     *
     * @param cpus one at least, from 0
     * @throws org.rdmaagent.RdmaException EINVAL none of them is there or allowed for this process
     *     (cpuset, container); EPERM
     */
    void runOn(Set<Integer> cpus);

    /**
     * The policy and priority of the calling thread ({@code sched_getscheduler(2)}, {@code
     * sched_getparam(2)}, {@code getpriority(2)}): {@code fifo:N}, {@code rr:N}, {@code nice:N},
     * {@code batch}, {@code idle} or {@code policy N}.
     */
    String priority();

    /**
     * Makes the calling thread a real-time one ({@code sched_setscheduler(2)}, SCHED_FIFO). Threads
     * that it starts do not inherit it (SCHED_RESET_ON_FORK).
     *
     * @param priority 1 to 99
     * @throws org.rdmaagent.RdmaException EPERM without CAP_SYS_NICE or a large enough
     *     RLIMIT_RTPRIO, EINVAL out of range
     */
    void fifo(int priority);

    /**
     * Makes the calling thread an ordinary one (SCHED_OTHER) with this nice value ({@code
     * setpriority(2)}, PRIO_PROCESS, which on Linux concerns the one thread).
     *
     * @param nice -20 (eager) to 19
     * @throws org.rdmaagent.RdmaException EACCES, EPERM below what RLIMIT_NICE allows without
     *     CAP_SYS_NICE; EINVAL out of range
     */
    void nice(int nice);

    /**
     * Keeps all memory of the process in RAM, present and future ({@code mlockall(2)}, MCL_CURRENT
     * | MCL_FUTURE | MCL_ONFAULT). Concerns the process, not the thread.
     *
     * @throws org.rdmaagent.RdmaException ENOMEM above RLIMIT_MEMLOCK, EPERM
     */
    void lockMemory();

    /** Ends that ({@code munlockall(2)}). */
    void unlockMemory();
}
