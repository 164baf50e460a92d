// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

/** How a port finds out what a completion queue holds. */
public enum PollingWay {
    /**
     * {@link #PEEK} where the layout of the queue is public, else {@link #CALL}; {@link #DIRECT}
     * for a queue that Java has read before.
     */
    BEST,

    /** Each poll calls the library ({@code ibv_poll_cq(3)}). */
    CALL,

    /**
     * Reads the owner bit of the next entry, and calls the library only if there is one. mlx4 only.
     */
    PEEK,

    /**
     * Reads entries and posts receives without the library, which has to keep off the queue for
     * good. mlx4 on x86-64 only, and only for a queue that nothing but receives of queue pairs with
     * a receive ring of their own reports to.
     */
    DIRECT
}
