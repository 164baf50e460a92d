// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.selftest;

import java.util.Arrays;

/** How long messages took, nanoseconds; every one is kept. */
final class Latencies {
    private long[] nanos = new long[64];
    private int count;

    void add(long value) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count] = value;
        count++;
    }

    int count() {
        return count;
    }

    /**
     * The least value that so many of a hundred do not exceed; 0 if there is none.
     *
     * @param percent 1 to 100
     */
    long percentile(int percent) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        long rank = ((long) count * percent + 99) / 100;
        return sorted[(int) rank - 1];
    }
}
