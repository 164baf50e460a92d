// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

/**
 * A counter that is a function of time alone, so that two readers agree and a test can tell what it
 * will show. The rate swings by a third within a minute, as traffic does; the count never falls.
 *
 * @param file the kernel's name
 * @param start the count when the world began
 * @param perSecond mean growth
 * @param bits width of the register, 1 to 64; the count stops at its largest value
 */
record CounterRow(String file, double start, double perSecond, int bits) {
    private static final double PERIOD_SECONDS = 60;
    private static final double SWING = 1 / 3.0;
    private static final double NANOS = 1e9;

    /** A counter that stands still. */
    static CounterRow still(String file, long value, int bits) {
        return new CounterRow(file, value, 0, bits);
    }

    /** The count, unsigned, so many nanoseconds after the world began. */
    long at(long nanos) {
        double seconds = nanos / NANOS;
        double angle = 2 * Math.PI * seconds / PERIOD_SECONDS;
        double swing = SWING * Math.sin(angle) * PERIOD_SECONDS / (2 * Math.PI);
        long count = (long) (start + perSecond * (seconds + swing));
        return bits < 64 ? Math.min(count, (1L << bits) - 1) : count;
    }
}
