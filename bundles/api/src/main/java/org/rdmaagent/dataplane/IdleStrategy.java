// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

/**
 * What a poll loop does when its queues are empty, from the quickest answer to the least use of
 * CPU.
 */
public enum IdleStrategy {
    /** Polls again at once, with the CPU's hint for spin loops. Takes a whole CPU. */
    SPIN,
    /** Lets other threads of the CPU run, then polls again ({@code sched_yield(2)}). */
    YIELD,
    /** Spins for a while, then yields, then sleeps longer and longer, up to a bound. */
    BACKOFF,
    /**
     * Arms the completion channel, polls once more, and sleeps until the device tells of a
     * completion. Needs a channel on each queue.
     */
    EVENT
}
