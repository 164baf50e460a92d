// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/**
 * How a sweep asks.
 *
 * @param maxSmpsOnWire questions outstanding at a time, 1 to 1024
 * @param timeoutMillis how long an answer may take, 1 to 60000 milliseconds
 * @param retries how often a question is repeated before it is given up, 0 to 20
 * @param mKey the management key of every question (IBTA volume 1, section 14.2.4); 0 if none. A
 *     secret
 */
record SweepSettings(int maxSmpsOnWire, int timeoutMillis, int retries, long mKey) {
    /** The most that may be outstanding. */
    static final int MAX_ON_WIRE = 1024;

    /** Four times what libibnetdisc dares, a half of what ibnetdiscover -o is used with. */
    static final SweepSettings DEFAULTS = new SweepSettings(8, 500, 3);

    SweepSettings {
        requireRange("maxSmpsOnWire", maxSmpsOnWire, 1, MAX_ON_WIRE);
        requireRange("timeoutMillis", timeoutMillis, 1, 60_000);
        requireRange("retries", retries, 0, 20);
    }

    /** Without a management key. */
    SweepSettings(int maxSmpsOnWire, int timeoutMillis, int retries) {
        this(maxSmpsOnWire, timeoutMillis, retries, 0);
    }

    SweepSettings withMaxSmpsOnWire(int smps) {
        return new SweepSettings(smps, timeoutMillis, retries, mKey);
    }

    SweepSettings withMKey(long key) {
        return new SweepSettings(maxSmpsOnWire, timeoutMillis, retries, key);
    }

    /** Without the management key, which belongs into no log. */
    @Override
    public String toString() {
        return "maxSmpsOnWire "
                + maxSmpsOnWire
                + ", timeout "
                + timeoutMillis
                + " ms, retries "
                + retries
                + (mKey == 0 ? "" : ", with an M_Key");
    }

    private static void requireRange(String key, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    key + " lies in " + least + ".." + most + ", not " + value);
        }
    }
}
