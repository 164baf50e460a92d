// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

/**
 * How long something took, in nanoseconds, to three significant digits.
 *
 * @param count how often it was measured; the others are 0 if never
 * @param least the shortest
 * @param median half took no longer
 * @param percentile90 90 of 100 took no longer
 * @param percentile99 99 of 100
 * @param percentile999 999 of 1,000
 * @param largest the longest
 */
public record Distribution(
        long count,
        long least,
        long median,
        long percentile90,
        long percentile99,
        long percentile999,
        long largest) {
    /** Nothing was measured. */
    public static final Distribution NONE = new Distribution(0, 0, 0, 0, 0, 0, 0);
}
