// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.jna.verbs.completion.ReplyPost;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * The completions of a poll where the device wrote them. Mostly all of them are good receives of
 * one queue pair; else what each is was written down when it was met.
 */
public final class DirectBatch extends CompletionBatch {
    private static final int MOST = CompletionPort.LARGEST_BATCH;
    private static final WorkCompletionStatus SUCCESS = WorkCompletionStatus.SUCCESS;

    /** The buffer of each. */
    final int[] indices = new int[MOST];

    private final MemoryAccess memory;
    private final long begin;
    private final long end;
    private final int step;
    private final DirectReply replies;

    private int size;
    private int cursor = -1;
    private long at;

    /** Whose buffer is neither given back nor used for a reply: a bit for each. */
    private long undecided;

    /** Whose all are; null if they are not of one pair, or not all good. */
    private @Nullable DirectReceives only;

    private final @Nullable DirectReceives[] pairs = new @Nullable DirectReceives[MOST];
    private final WorkCompletionStatus[] statuses = new WorkCompletionStatus[MOST];
    private int failures;

    /**
     * An empty one.
     *
     * @param begin of the entries
     * @param end behind the last one
     * @param step from one to the next, bytes
     */
    DirectBatch(long begin, long end, int step, MemoryAccess memory, DriverCalls calls) {
        this.memory = memory;
        this.begin = begin;
        this.end = end;
        this.step = step;
        this.replies = new DirectReply(memory, calls);
    }

    /** All good, of one pair; {@link #indices} are written. */
    void plain(long first, int count, DirectReceives pair) {
        if (only != pair) {
            only = pair; // a store of a reference may cost a fence
        }
        failures = 0;
        begin(first, count);
    }

    /** What each is was told by {@link #put}. */
    void mixed(long first, int count, int failed) {
        only = null;
        failures = failed;
        begin(first, count);
    }

    private void begin(long first, int count) {
        at = first - step;
        size = count;
        cursor = -1;
        undecided = count == 0 ? 0 : -1L >>> -count;
    }

    /** Notes one for {@link #mixed}. */
    void put(int i, DirectReceives pair, int buffer, WorkCompletionStatus status) {
        pairs[i] = pair;
        indices[i] = buffer;
        statuses[i] = status;
    }

    /** Empties it. */
    void clear() {
        size = 0;
        cursor = -1;
        undecided = 0;
        failures = 0;
    }

    /** How many are failures. */
    public int failures() {
        return failures;
    }

    /** How one ended, wherever the cursor is. */
    public WorkCompletionStatus statusOf(int index) {
        int i = Objects.checkIndex(index, size);
        return only == null ? statuses[i] : SUCCESS;
    }

    /** Whether the cursor has reached all of them. */
    boolean isRead() {
        return cursor + 1 >= size;
    }

    /** Completions that the cursor has not reached. */
    public int remaining() {
        return Math.max(0, size - 1 - cursor);
    }

    /** Completions that the cursor has not left behind. */
    int unread() {
        return size - Math.min(Math.max(cursor, 0), size);
    }

    /** Gives back the buffers of the completions that nobody asked for; none remains. */
    void giveBackRemaining() {
        while (cursor + 1 < size) {
            cursor++;
            giveBackCurrent();
        }
    }

    /**
     * Gives back the buffer of the current completion, if nothing was decided about it; that of a
     * pair that is being closed has no queue any more that could be written to.
     */
    public void giveBackCurrent() {
        if (cursor >= 0 && cursor < size && isUndecided() && !pair().isGone()) {
            decide();
            pair().post(indices[cursor], memory);
        }
    }

    private boolean isUndecided() {
        return (undecided >>> cursor & 1) != 0;
    }

    private void decide() {
        undecided &= ~(1L << cursor);
    }

    private DirectReceives pair() {
        DirectReceives one = only;
        return one == null ? Objects.requireNonNull(pairs[cursor]) : one;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean next() {
        int next = cursor + 1;
        if (next >= size) {
            cursor = size; // behind the last one there is nothing to read
            return false;
        }
        cursor = next;
        long entry = at + step;
        at = entry == end ? begin : entry;
        return true;
    }

    private int current() {
        int present = cursor;
        if (present < 0 || present >= size) {
            throw new IllegalStateException("ask for the next completion first");
        }
        return present;
    }

    private long succeeded() {
        int present = current();
        if (only == null && statuses[present] != SUCCESS) {
            throw new IllegalStateException(
                    "the completion failed ("
                            + statuses[present]
                            + "): the device has not set this");
        }
        return at;
    }

    @Override
    public long wrId() {
        return indices[current()];
    }

    @Override
    public WorkCompletionStatus status() {
        int present = current();
        return only == null ? statuses[present] : SUCCESS;
    }

    @Override
    public boolean isSuccess() {
        return status() == SUCCESS;
    }

    @Override
    public int vendorError() {
        return isSuccess() ? 0 : memory.getByte(at + Cqe.VENDOR_ERROR) & 0xff;
    }

    @Override
    public int qpNum() {
        int unused = current();
        return pair().number();
    }

    private int code() {
        return memory.getInt(succeeded() + Cqe.LAST_WORD) >>> Cqe.OPCODE_SHIFT & Cqe.OPCODE;
    }

    @Override
    public WorkCompletionOpcode opcode() {
        return code() == Cqe.RECEIVED_WRITE_IMM
                ? WorkCompletionOpcode.RECV_RDMA_WITH_IMM
                : WorkCompletionOpcode.RECV;
    }

    @Override
    public int byteLen() {
        return Integer.reverseBytes(memory.getInt(succeeded() + Cqe.BYTE_COUNT));
    }

    @Override
    public int flags() {
        int flags = remote() < 0 ? WorkCompletionFlag.GRH.code() : 0;
        return switch (code()) {
            case Cqe.RECEIVED_WRITE_IMM, Cqe.RECEIVED_SEND_IMM ->
                    flags | WorkCompletionFlag.WITH_IMM.code();
            case Cqe.RECEIVED_SEND_INVAL -> flags | WorkCompletionFlag.WITH_INV.code();
            default -> flags;
        };
    }

    @Override
    public int immediate() {
        return Integer.reverseBytes(memory.getInt(succeeded() + Cqe.IMMEDIATE));
    }

    /** The flag of the header in the highest bit, path bits, and the sender's number. */
    private int remote() {
        return Integer.reverseBytes(memory.getInt(succeeded() + Cqe.REMOTE_QPN));
    }

    @Override
    public int srcQp() {
        return remote() & Cqe.NUMBER;
    }

    @Override
    public int slid() {
        return Short.toUnsignedInt(
                Short.reverseBytes(memory.getShort(succeeded() + Cqe.REMOTE_LID)));
    }

    @Override
    public boolean hasPayload() {
        return isSuccess() && code() != Cqe.RECEIVED_WRITE_IMM && !pair().isGone();
    }

    private DirectReceives withPayload() {
        if (!hasPayload()) {
            throw new IllegalStateException("the completion has no payload in a receive ring");
        }
        return pair();
    }

    @Override
    public ByteBuffer payload() {
        DirectReceives pair = withPayload();
        return pair.payload(indices[cursor], pair.pair().skip(), byteLen());
    }

    @Override
    public boolean hasBuffer() {
        int unused = current();
        return isUndecided() && !pair().isGone();
    }

    @Override
    public void repost() {
        int unused = current();
        DirectReceives pair = pair();
        if (pair.isGone()) {
            return; // the queue pair is gone, and its ring with it
        }
        requireUndecided();
        decide();
        pair.post(indices[cursor], memory);
    }

    private void requireUndecided() {
        if (!isUndecided()) {
            throw new IllegalStateException(
                    "the buffer was given back, or used for a reply, before");
        }
    }

    @Override
    public boolean reply(int bytes) {
        DirectReceives pair = withPayload();
        requireUndecided();
        ReplyPost.requireFit(pair.pair(), pair.ring(), bytes);
        boolean sent = replies.send(pair, at, indices[cursor], bytes, this);
        if (sent) {
            decide();
        }
        return sent;
    }
}
