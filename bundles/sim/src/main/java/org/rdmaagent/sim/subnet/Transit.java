// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

/**
 * How long questions and answers are under way, and how many get lost.
 *
 * @param roundTripNanos from a question to its answer, wherever it goes, nanoseconds
 * @param hopNanos what each hop of the route adds, there and back together, nanoseconds
 * @param jitterNanos at most so much is added by chance, evenly spread, nanoseconds
 * @param lossPerMillion how many of a million questions get no answer, 0 to 1,000,000
 */
public record Transit(long roundTripNanos, long hopNanos, long jitterNanos, int lossPerMillion) {
    /** The longest delay that makes sense, a day; sums of several cannot overflow. */
    private static final long MAX_NANOS = 86_400_000_000_000L;

    /** Checks the ranges. */
    public Transit {
        requireDelay("latency", roundTripNanos);
        requireDelay("latency of a hop", hopNanos);
        requireDelay("jitter", jitterNanos);
        FaultTable.requireRate("loss", lossPerMillion);
    }

    /** Refuses a delay that is negative or beyond a day. */
    public static void requireDelay(String what, long nanos) {
        if (nanos < 0 || nanos > MAX_NANOS) {
            throw new IllegalArgumentException(
                    "a " + what + " lies in 0..1 day (nanoseconds), not " + nanos);
        }
    }

    /** The same with another round trip. */
    public Transit roundTripNanos(long nanos) {
        return new Transit(nanos, hopNanos, jitterNanos, lossPerMillion);
    }

    /** The same with another delay of a hop. */
    public Transit hopNanos(long nanos) {
        return new Transit(roundTripNanos, nanos, jitterNanos, lossPerMillion);
    }

    /** The same with another jitter. */
    public Transit jitterNanos(long nanos) {
        return new Transit(roundTripNanos, hopNanos, nanos, lossPerMillion);
    }

    /** The same with another loss. */
    public Transit lossPerMillion(int loss) {
        return new Transit(roundTripNanos, hopNanos, jitterNanos, loss);
    }
}
