// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.jspecify.annotations.Nullable;

/**
 * The ranges that the work queues of a context get their numbers from, as mlx4_ib_alloc_wqn has
 * them: the last one is filled before there is another, unless a queue of it was closed. The
 * world's lock is held.
 */
final class WqRanges {
    /** A range, until all queues of it are closed. */
    private static final class Range {
        private final int base;
        private final int size;
        private int queues;
        private boolean holed;

        private Range(int base, int size) {
            this.base = base;
            this.size = size;
        }
    }

    /**
     * The place of a queue.
     *
     * @param number of the queue
     * @param back gives it back
     */
    record Place(int number, Runnable back) {}

    private final WqNumbers numbers;
    private @Nullable Range last;

    WqRanges(WqNumbers numbers) {
        this.numbers = numbers;
    }

    /**
     * Takes the next number.
     *
     * @param size of the range, if a new one is begun; another than 1 wants a new one
     */
    Place take(String name, int size) {
        Range range = last;
        if (range == null || range.queues == range.size || range.holed) {
            range = new Range(numbers.reserve(size), size);
            last = range;
        } else if (size != 1) {
            throw Refusal.invalid(
                    "ibv_create_wq",
                    name,
                    "the last range of "
                            + range.size
                            + " work queues has "
                            + range.queues
                            + ": fill it, close one of them, or set LOG_WQS_RANGE_SZ to 0");
        }
        Range taken = range;
        int number = taken.base + taken.queues;
        taken.queues++;
        return new Place(number, () -> give(taken));
    }

    private void give(Range range) {
        range.queues--;
        range.holed = true;
        if (range.queues == 0) {
            numbers.release(range.base, range.size);
            if (last == range) {
                last = null;
            }
        }
    }
}
