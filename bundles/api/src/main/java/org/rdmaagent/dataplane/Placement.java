// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.util.Set;

/**
 * Where a loop's thread runs: what was asked for, and what the kernel says that it got.
 *
 * @param threadId the kernel's number of the thread ({@code gettid(2)}); 0 if there is no thread
 * @param cpuAsked the CPU to run on, from 0; -1 for any
 * @param priorityAsked {@code fifo:N}, {@code nice:N} or {@code default}
 * @param cpus the CPUs on which it may run ({@code sched_getaffinity(2)})
 * @param priority {@code fifo:N}, {@code nice:N}, or the kernel's name of another policy
 * @param granted whether all that was asked for was granted
 * @param reason why not, and what to do; empty if it was
 */
public record Placement(
        long threadId,
        int cpuAsked,
        String priorityAsked,
        Set<Integer> cpus,
        String priority,
        boolean granted,
        String reason) {}
