// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

/**
 * What a loop does after a turn. Used by the loop's thread, but for {@link #wake}. Whoever parks is
 * also woken by {@code LockSupport.unpark}, which its owner calls beside {@link #wake}.
 */
public interface Idle {
    /**
     * Called after each turn.
     *
     * @param work what the turn found; 0 is the time to rest
     */
    void afterTurn(int work);

    /** Ends a sleep, or the next one. Any thread. */
    default void wake() {}

    /** The queues of the loop change after this call. */
    default void queuesChange() {}

    /** Why it does not do what was asked for; empty if it does. Any thread. */
    default String trouble() {
        return "";
    }
}
