// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * How long to wait before it is tried again: twice as long each time, and by chance between half of
 * that and all of it, so that the hosts of a subnet do not come all at once when its subnet manager
 * is back.
 */
final class Backoff {
    /** The shortest wait. */
    static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The longest. */
    static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Random random;
    private long spanNanos = 2 * LEAST_NANOS;

    Backoff(Random random) {
        this.random = random;
    }

    /** The next wait, nanoseconds. */
    long next() {
        long half = spanNanos / 2;
        spanNanos = Math.min(2 * spanNanos, MOST_NANOS);
        return half + (long) (random.nextDouble() * half);
    }

    /** All is well again: the next wait is a short one. */
    void reset() {
        spanNanos = 2 * LEAST_NANOS;
    }
}
