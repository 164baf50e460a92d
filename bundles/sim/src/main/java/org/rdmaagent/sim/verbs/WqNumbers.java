// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.BitSet;

/** The numbers of the work queues of a device. The world's lock is held. */
final class WqNumbers {
    private static final int FIRST = 0x20_000;

    private final BitSet taken = new BitSet();

    /**
     * The lowest free range.
     *
     * @param size a power of two, of which the first number is a multiple
     */
    int reserve(int size) {
        int base = 0;
        while (taken.get(base, base + size).cardinality() > 0) {
            base += size;
        }
        taken.set(base, base + size);
        return FIRST + base;
    }

    void release(int base, int size) {
        taken.clear(base - FIRST, base - FIRST + size);
    }
}
