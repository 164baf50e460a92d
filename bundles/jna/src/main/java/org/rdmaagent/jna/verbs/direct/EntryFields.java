// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/** Where the entries of a batch are, and what is read from that of the current completion. */
abstract class EntryFields extends CompletionBatch {
    final MemoryAccess memory;

    /**
     * Of the entry behind the last one of the batch, from the begin of the ring or from its end.
     */
    long behind;

    private final long begin;
    private final long bytes;
    private final long step;

    /**
     * Of no batch yet.
     *
     * @param begin address of the entries
     * @param end behind the last one
     * @param step from one to the next, bytes
     */
    EntryFields(MemoryAccess memory, long begin, long end, long step) {
        this.memory = memory;
        this.begin = begin;
        this.bytes = end - begin;
        this.step = step;
    }

    /** The address of the entry that so many of the batch follow. */
    final long entry(int left) {
        long entry = behind - (left + 1) * step;
        return entry < begin ? entry + bytes : entry;
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
