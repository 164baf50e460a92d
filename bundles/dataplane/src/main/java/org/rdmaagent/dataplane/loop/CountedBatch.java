// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.nio.ByteBuffer;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.figures.StatusTally;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * The batch of a port as a handler sees it: counts what is asked for by how it ended. One reader of
 * the cursor is enough this way; a loop that read the batch before its handler would have to wind
 * it back.
 */
final class CountedBatch extends CompletionBatch {
    private final CompletionBatch in;
    private final StatusTally slotStatuses;
    private final StatusTally loopStatuses;
    private int successes;

    CountedBatch(CompletionBatch in, StatusTally slotStatuses, StatusTally loopStatuses) {
        this.in = in;
        this.slotStatuses = slotStatuses;
        this.loopStatuses = loopStatuses;
    }

    /** Adds what was seen since the last time. */
    void tell() {
        if (successes > 0) {
            slotStatuses.add(WorkCompletionStatus.SUCCESS, successes);
            loopStatuses.add(WorkCompletionStatus.SUCCESS, successes);
            successes = 0;
        }
    }

    @Override
    public int size() {
        return in.size();
    }

    @Override
    public boolean next() {
        if (!in.next()) {
            return false;
        }
        if (in.isSuccess()) {
            successes++;
        } else {
            countFailure();
        }
        return true;
    }

    private void countFailure() {
        WorkCompletionStatus status = in.status();
        slotStatuses.add(status, 1);
        loopStatuses.add(status, 1);
    }

    @Override
    public long wrId() {
        return in.wrId();
    }

    @Override
    public WorkCompletionStatus status() {
        return in.status();
    }

    @Override
    public boolean isSuccess() {
        return in.isSuccess();
    }

    @Override
    public int vendorError() {
        return in.vendorError();
    }

    @Override
    public int qpNum() {
        return in.qpNum();
    }

    @Override
    public WorkCompletionOpcode opcode() {
        return in.opcode();
    }

    @Override
    public int byteLen() {
        return in.byteLen();
    }

    @Override
    public int flags() {
        return in.flags();
    }

    @Override
    public int immediate() {
        return in.immediate();
    }

    @Override
    public int srcQp() {
        return in.srcQp();
    }

    @Override
    public int slid() {
        return in.slid();
    }

    @Override
    public boolean hasPayload() {
        return in.hasPayload();
    }

    @Override
    public ByteBuffer payload() {
        return in.payload();
    }

    @Override
    public boolean hasBuffer() {
        return in.hasBuffer();
    }

    @Override
    public void repost() {
        in.repost();
    }

    @Override
    public boolean reply(int bytes) {
        return in.reply(bytes);
    }
}
