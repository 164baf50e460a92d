// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Times of one and the same thing. */
final class Series {
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final List<Long> nanos = new ArrayList<>();

    void add(long one) {
        nanos.add(one);
    }

    /** Of an odd number of times; nanoseconds. */
    long median() {
        return sorted().get(nanos.size() / 2);
    }

    /** Median, least and most in milliseconds. */
    String cell() {
        List<Long> sorted = sorted();
        return String.format(
                Locale.ROOT,
                "%.0f (%.0f-%.0f)",
                median() / NANOS_PER_MILLI,
                sorted.get(0) / NANOS_PER_MILLI,
                sorted.get(sorted.size() - 1) / NANOS_PER_MILLI);
    }

    /** This one's median by the other's. */
    String ratio(Series other) {
        return String.format(Locale.ROOT, "%.2f", (double) median() / other.median());
    }

    private List<Long> sorted() {
        return nanos.stream().sorted().toList();
    }
}
