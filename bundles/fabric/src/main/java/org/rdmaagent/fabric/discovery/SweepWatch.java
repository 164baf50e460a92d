// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/** How much the sweeps of a port tell while they run. For any thread; a change counts at once. */
final class SweepWatch {
    /** Steps and what goes wrong. */
    static final int STEPS = 1;

    /** Each packet. */
    static final int PACKETS = 2;

    private volatile int debugLevel;
    private volatile boolean progressShown;

    int debugLevel() {
        return debugLevel;
    }

    /** Returns the previous level. */
    synchronized int debug(int level) {
        if (level < 0 || level > PACKETS) {
            throw new IllegalArgumentException(
                    "the debug level lies in 0.." + PACKETS + ", not " + level);
        }
        int previous = debugLevel;
        debugLevel = level;
        return previous;
    }

    boolean progressShown() {
        return progressShown;
    }

    /** Returns what it was before. */
    synchronized boolean showProgress(boolean on) {
        boolean previous = progressShown;
        progressShown = on;
        return previous;
    }
}
