// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.mlx4.CqLayout;

/**
 * Where the next entry of an mlx4 completion queue will be that the library consumes. The owner bit
 * of an entry (the highest of its last byte) alternates with each round of the ring. Used by the
 * polling thread, the only one that consumes.
 */
public final class NextEntry {
    /** The consumer index has 24 bits. */
    private static final int INDEX_MASK = 0xffffff;

    /** From the end of an entry to the word whose highest byte has the owner bit. */
    private static final int OWNER_WORD = 4;

    private final MemoryAccess memory;
    private final long record;
    private final long firstOwner;
    private final int mask;
    private final int entryShift;

    /** Shifts the bit of the index that counts the rounds to the sign. */
    private final int roundShift;

    private int index;

    /** As the library has it now; nobody polls. */
    public NextEntry(CqLayout layout, MemoryAccess memory) {
        this.memory = memory;
        this.record = layout.consumerIndexRecord();
        this.firstOwner = layout.buffer() + layout.entryBytes() - OWNER_WORD;
        this.mask = layout.entries() - 1;
        this.entryShift = Integer.numberOfTrailingZeros(layout.entryBytes());
        this.roundShift = Integer.numberOfLeadingZeros(layout.entries());
        int unused = advance();
    }

    /** Where the word is whose sign is the owner bit. */
    public long owner() {
        return firstOwner + ((long) (index & mask) << entryShift);
    }

    /** The device has not written it yet as long as the sign of that word is not that of this. */
    public int round() {
        return index << roundShift;
    }

    /**
     * The library has polled.
     *
     * @return how many entries it has taken off since the last time
     */
    public int advance() {
        int before = index;
        // Big endian, on a little-endian machine.
        index = Integer.reverseBytes(memory.getInt(record)) & INDEX_MASK;
        return (index - before) & INDEX_MASK;
    }
}
