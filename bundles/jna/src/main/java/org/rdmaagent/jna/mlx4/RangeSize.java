// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import org.rdmaagent.mlx4.LogWqsRange;

/**
 * What is known of LOG_WQS_RANGE_SZ of a context, which cannot be read back. Setting it and making
 * work queues exclude each other; reading is for any thread.
 */
final class RangeSize {
    private final int bound;
    private int pending;
    private int lastUsed;
    private long set;
    private long used;

    /**
     * Nothing was set yet.
     *
     * @param tableSize the longest table of work queues; 0 if the device does not tell
     */
    RangeSize(long tableSize) {
        this.bound = tableSize < 1 ? -1 : Long.SIZE - 1 - Long.numberOfLeadingZeros(tableSize);
    }

    /** The largest value that may be set. */
    int largest() {
        return bound < 0 ? LogWqsRange.MAX : bound;
    }

    synchronized void set(int value) {
        pending = value;
        set++;
    }

    /** A work queue was made. */
    synchronized void use() {
        if (pending != 0) {
            lastUsed = pending;
            pending = 0;
            used++;
        }
    }

    synchronized LogWqsRange status() {
        return new LogWqsRange(pending, lastUsed, set, used, bound);
    }
}
