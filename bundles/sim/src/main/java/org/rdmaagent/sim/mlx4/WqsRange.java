// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import org.rdmaagent.mlx4.LogWqsRange;

/** The size of the next range of work queues on a context. The world's lock is held. */
public final class WqsRange {
    private final int bound;
    private int pending;
    private int lastUsed;
    private long set;
    private long used;

    /**
     * None was set.
     *
     * @param bound the largest value; -1 if the device does not tell it
     */
    WqsRange(int bound) {
        this.bound = bound;
    }

    /** The largest value that can be set. */
    public int largest() {
        return bound < 0 ? LogWqsRange.MAX : bound;
    }

    void set(int value) {
        pending = value;
        set++;
    }

    /** What the next creation asks for. */
    public int pending() {
        return pending;
    }

    /** A work queue was made: the value is used up. */
    public void consume() {
        if (pending != 0) {
            lastUsed = pending;
            used++;
            pending = 0;
        }
    }

    LogWqsRange shown() {
        return new LogWqsRange(pending, lastUsed, set, used, bound);
    }
}
