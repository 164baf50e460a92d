// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/** What is read from the entry of the current completion, if that succeeded. */
abstract class EntryFields extends CompletionBatch {
    final MemoryAccess memory;

    EntryFields(MemoryAccess memory) {
        this.memory = memory;
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
