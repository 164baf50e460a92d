// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/** Where the entries of a batch are, which is the current one, and what is read from it. */
abstract class EntryCursor extends CompletionBatch {
    /** Of {@link #ahead}: the cursor is behind the last one. */
    static final int OVER = -1;

    final MemoryAccess memory;

    /** How many there are. */
    int size;

    /**
     * Completions that the cursor has not reached. As many as there are: it has not begun; {@link
     * #OVER}: there is none to read any more.
     */
    int ahead = OVER;

    /** Address of the entry behind the last one of the batch: the next one to be read. */
    long behind;

    private final long begin;
    private final long bytes;
    private final int shift;

    /**
     * Of no batch yet.
     *
     * @param begin address of the entries
     * @param end behind the last one
     * @param step from one to the next, bytes; a power of two
     */
    EntryCursor(MemoryAccess memory, long begin, long end, long step) {
        this.memory = memory;
        this.begin = begin;
        this.bytes = end - begin;
        this.shift = Long.numberOfTrailingZeros(step);
    }

    /** The address of the entry that so many of the batch follow. */
    final long entry(int left) {
        long entry = behind - ((long) (left + 1) << shift);
        return memory.base(entry < begin ? entry + bytes : entry);
    }

    /** Whether the cursor has reached all of them. */
    final boolean isRead() {
        return ahead <= 0;
    }

    /** Completions that the cursor has not reached. */
    public final int remaining() {
        return Math.max(0, ahead);
    }

    /** Completions that the cursor has not left behind. */
    final int unread() {
        return Math.min(ahead + 1, size);
    }

    /**
     * How many follow the current one.
     *
     * @throws IllegalStateException if there is none
     */
    final int current() {
        int left = ahead;
        if (left < 0 || left >= size) {
            throw new IllegalStateException("ask for the next completion first");
        }
        return left;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final boolean next() {
        int left = ahead - 1;
        if (left < 0) {
            ahead = OVER; // behind the last one there is nothing to read
            return false;
        }
        ahead = left;
        return true;
    }

    /**
     * The entry.
     *
     * @throws IllegalStateException if it failed, or there is none
     */
    abstract long succeeded();

    @Override
    public final WorkCompletionOpcode opcode() {
        return Cqe.opcode(memory, succeeded());
    }

    @Override
    public final int byteLen() {
        return Cqe.byteCount(memory, succeeded());
    }

    @Override
    public final int flags() {
        return Cqe.flags(memory, succeeded());
    }

    @Override
    public final int immediate() {
        return Cqe.immediate(memory, succeeded());
    }

    @Override
    public final int srcQp() {
        return Cqe.remote(memory, succeeded()) & Cqe.NUMBER;
    }

    @Override
    public final int slid() {
        return Cqe.remoteLid(memory, succeeded());
    }
}
