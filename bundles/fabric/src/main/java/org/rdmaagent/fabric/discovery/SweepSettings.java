// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/**
 * How a sweep asks.
 *
 * @param maxSmpsOnWire questions outstanding at a time, 1 to 1024
 * @param timeoutMillis how long an answer may take, 1 to 60000 milliseconds
 * @param retries how often a question is repeated before it is given up, 0 to 20
 */
record SweepSettings(int maxSmpsOnWire, int timeoutMillis, int retries) {
    /** The most that may be outstanding. */
    static final int MAX_ON_WIRE = 1024;

    /** Four times what libibnetdisc dares, a half of what ibnetdiscover -o is used with. */
    static final SweepSettings DEFAULTS = new SweepSettings(8, 500, 3);

    SweepSettings {
        requireRange("maxSmpsOnWire", maxSmpsOnWire, 1, MAX_ON_WIRE);
        requireRange("timeoutMillis", timeoutMillis, 1, 60_000);
        requireRange("retries", retries, 0, 20);
    }

    SweepSettings withMaxSmpsOnWire(int smps) {
        return new SweepSettings(smps, timeoutMillis, retries);
    }

    private static void requireRange(String key, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    key + " lies in " + least + ".." + most + ", not " + value);
        }
    }
}
