// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/**
 * How many questions may be outstanding. It begins small, grows by one with each answer, and so
 * doubles with each round trip, up to the most that is allowed. A time-out halves it, at most once
 * for what was sent with the same window; from there on it grows by one with each round trip.
 *
 * <p>It also knows how long an answer takes, smoothed, which is what "late" is measured by.
 */
final class SmpWindow {
    private static final int FIRST = 4;
    private static final int SMOOTHING = 16;
    private static final int LATE = 8;
    private static final long LEAST_LATE_NANOS = 1_000_000;

    private final int most;
    private double size;
    private double threshold;
    private long lastBackOff;
    private boolean backedOff;
    private long roundTripNanos;

    SmpWindow(int most) {
        this.most = most;
        this.size = Math.min(FIRST, most);
        this.threshold = most;
    }

    int size() {
        return (int) size;
    }

    /** An answer came, so long after its question. */
    void answered(long nanos) {
        roundTripNanos =
                roundTripNanos == 0 ? nanos : roundTripNanos + (nanos - roundTripNanos) / SMOOTHING;
        size = Math.min(most, size + (size < threshold ? 1 : 1 / size));
    }

    /** No answer came to a question. */
    void timedOut(long sentAt, long now) {
        if (backedOff && sentAt - lastBackOff < 0) {
            return; // sent with the window that has been halved since
        }
        backedOff = true;
        lastBackOff = now;
        size = Math.max(Math.min(FIRST, most), size / 2);
        threshold = size;
    }

    /** From when on an answer is late: much longer than others take. Nanoseconds. */
    long lateNanos() {
        return Math.max(LEAST_LATE_NANOS, roundTripNanos * LATE);
    }
}
