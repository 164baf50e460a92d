// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

/**
 * One sweep of ours.
 *
 * @param nanos from the closed port to the result in memory
 * @param nanosWithText the same and its export as ibnetdiscover's text
 * @param nodes found
 * @param links found
 * @param smps sent, repeats included
 * @param retries repeats
 */
record MeasuredSweep(
        long nanos, long nanosWithText, int nodes, int links, long smps, long retries) {
    /** Reads a line of {@link org.rdmaagent.fabric.discovery.SweepsOnDemand}. */
    static MeasuredSweep parse(String line) {
        String[] words = line.split(" ", -1);
        return new MeasuredSweep(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]));
    }
}
