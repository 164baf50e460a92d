// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

/** Who hears whom (IBTA volume 1, section 10.9). */
final class PartitionKeys {
    private static final int FULL = 0x8000;
    private static final int BASE = 0x7fff;

    private PartitionKeys() {}

    /** Whether two keys are of one partition, and one of them is a full member's. */
    static boolean match(int first, int second) {
        return (first & BASE) != 0
                && (first & BASE) == (second & BASE)
                && ((first | second) & FULL) != 0;
    }
}
