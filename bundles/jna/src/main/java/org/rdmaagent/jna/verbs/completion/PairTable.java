// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The queue pairs of a completion queue by their numbers; a look-up allocates nothing. */
public final class PairTable<T extends PairTable.Numbered> {
    /** A queue pair. */
    public interface Numbered {
        /** Its number, 24 bits. */
        int number();
    }

    /** Fibonacci hashing: spreads numbers that count on. */
    private static final int SPREAD = 0x9e3779b9;

    private final @Nullable T[] slots;
    private final int shift;

    /** Those; two of one number count as the later one. */
    @SuppressWarnings("unchecked") // nothing else is put into it, nor is it handed out
    public PairTable(Collection<T> pairs) {
        int bits = 1;
        while (1 << bits < 2 * (pairs.size() + 1)) {
            bits++;
        }
        this.slots = (@Nullable T[]) new @Nullable Numbered[1 << bits];
        this.shift = Integer.SIZE - bits;
        for (T pair : pairs) {
            slots[slot(pair.number())] = pair;
        }
    }

    /** The one of a number; null if there is none. */
    public @Nullable T find(int number) {
        return slots[slot(number)];
    }

    /** Where it is, or would be; half of the slots are free, so the search ends. */
    private int slot(int number) {
        int at = (number * SPREAD) >>> shift;
        T found = slots[at];
        while (found != null && found.number() != number) {
            at = (at + 1) & (slots.length - 1);
            found = slots[at];
        }
        return at;
    }
}
