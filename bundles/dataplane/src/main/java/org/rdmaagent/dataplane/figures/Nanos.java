// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.Distribution;

/**
 * How long something took that happens seldom; small, and grows while it records. One thread
 * records, without waiting; readers take what was recorded since the last time into a sum of their
 * own, under their own lock.
 */
public final class Nanos {
    private static final int DIGITS = 3;
    private static final long LARGEST = TimeUnit.SECONDS.toNanos(1000);

    private final SingleWriterRecorder recorder = new SingleWriterRecorder(DIGITS);
    private final Histogram sum = new Histogram(DIGITS);
    private @Nullable Histogram interval;

    /** Nothing recorded. */
    public Nanos() {}

    /** It took so long; more than 1,000 s count as that. The writer only. */
    public void record(long nanos) {
        recorder.recordValue(Math.max(0, Math.min(nanos, LARGEST)));
    }

    /** Forgets what was recorded. Any thread. */
    public synchronized void reset() {
        take();
        sum.reset();
    }

    /** What was recorded so far. Any thread. */
    public synchronized Distribution distribution() {
        take();
        return distribution(sum);
    }

    static Distribution distribution(Histogram sum) {
        if (sum.getTotalCount() == 0) {
            return Distribution.NONE;
        }
        return new Distribution(
                sum.getTotalCount(),
                sum.getMinValue(),
                sum.getValueAtPercentile(50),
                sum.getValueAtPercentile(90),
                sum.getValueAtPercentile(99),
                sum.getValueAtPercentile(99.9),
                sum.getMaxValue());
    }

    private void take() {
        Histogram latest = recorder.getIntervalHistogram(interval);
        sum.add(latest);
        interval = latest;
    }
}
