// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The queue pairs of a completion queue by their numbers; a look-up allocates nothing. */
public final class PairTable {
    /** Fibonacci hashing: spreads numbers that count on. */
    private static final int SPREAD = 0x9e3779b9;

    private final @Nullable PolledPair[] slots;
    private final int shift;

    /** Those; two of one number count as the later one. */
    public PairTable(Collection<PolledPair> pairs) {
        int bits = 1;
        while (1 << bits < 2 * (pairs.size() + 1)) {
            bits++;
        }
        this.slots = new @Nullable PolledPair[1 << bits];
        this.shift = Integer.SIZE - bits;
        for (PolledPair pair : pairs) {
            slots[slot(pair.number())] = pair;
        }
    }

    /** The one of a number; null if there is none. */
    public @Nullable PolledPair find(int number) {
        return slots[slot(number)];
    }

    /** Where it is, or would be; half of the slots are free, so the search ends. */
    private int slot(int number) {
        int at = (number * SPREAD) >>> shift;
        PolledPair found = slots[at];
        while (found != null && found.number() != number) {
            at = (at + 1) & (slots.length - 1);
            found = slots[at];
        }
        return at;
    }
}
