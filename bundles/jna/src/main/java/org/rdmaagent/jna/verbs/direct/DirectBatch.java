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
    private static final int OVER = -1;
    private static final int MOST = CompletionPort.LARGEST_BATCH;
    private static final WorkCompletionStatus SUCCESS = WorkCompletionStatus.SUCCESS;

    private final MemoryAccess memory;
    private final long begin;
    private final long bytes;
    private final long step;
    private final DirectReply replies;

    private int size;

    /**
     * Completions that the cursor has not reached. As many as there are: it has not begun; {@link
     * #OVER}: it is behind the last one.
     */
    private int ahead = OVER;

    /** Of the entry behind the last one, from the begin of the ring or from its end. */
    private long behind;

    /** Whose buffer was given back or used for a reply: a bit for each, by {@link #ahead}. */
    private long decided;

    /** Whose all are; null if they are not of one pair, or not all good. */
    private @Nullable DirectReceives only;

    private final int[] indices = new int[MOST];
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
    DirectBatch(long begin, long end, long step, MemoryAccess memory, DriverCalls calls) {
        this.memory = memory;
        this.begin = begin;
        this.bytes = end - begin;
        this.step = step;
        this.replies = new DirectReply(memory, calls);
    }

    /**
     * All good, of one pair, which keeps whose the buffers are: what is posted meanwhile takes the
     * places of those about which was decided, unless others are posted, see {@link #settle}.
     */
    void plain(long next, int count) {
        begin(next, count);
    }

    /** Whose all are in batches that are {@link #plain}; null: there is none. */
    void of(@Nullable DirectReceives pair) {
        only = pair;
    }

    /** What each is was told by {@link #put}. */
    void mixed(long next, int count, int failed) {
        only = null;
        failures = failed;
        begin(next, count);
    }

    private void begin(long next, int count) {
        behind = next;
        size = count;
        ahead = count;
        decided = 0;
    }

    /**
     * Notes the buffers of all, since others than theirs will be posted.
     *
     * @return whether it is none of {@link #plain} any more
     */
    boolean settle() {
        DirectReceives pair = only;
        if (pair == null || ahead == OVER) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            put(i, pair, pair.lastTaken(size - 1 - i), SUCCESS);
        }
        only = null;
        failures = 0;
        return true;
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
        ahead = OVER;
    }

    /** How many are failures. */
    public int failures() {
        return size == 0 || only != null ? 0 : failures;
    }

    /** How one ended, wherever the cursor is. */
    public WorkCompletionStatus statusOf(int index) {
        int i = Objects.checkIndex(index, size);
        return only == null ? statuses[i] : SUCCESS;
    }

    /** Whether the cursor has reached all of them. */
    boolean isRead() {
        return ahead <= 0;
    }

    /** Completions that the cursor has not reached. */
    public int remaining() {
        return Math.max(0, ahead);
    }

    /** Completions that the cursor has not left behind. */
    int unread() {
        return Math.min(ahead + 1, size);
    }

    /** Gives back the buffers of the completions that nobody asked for; none remains. */
    void giveBackRemaining() {
        while (ahead > 0) {
            ahead--;
            giveBackCurrent();
        }
    }

    /**
     * Gives back the buffer of the current completion, if nothing was decided about it; that of a
     * pair that is being closed has no queue any more that could be written to.
     */
    public void giveBackCurrent() {
        int left = ahead;
        if (left >= 0 && left < size && isUndecided(left) && !pair(left).isGone()) {
            giveBack(left);
        }
    }

    private void giveBack(int left) {
        DirectReceives pair = pair(left);
        int buffer = buffer(left);
        decided |= 1L << left;
        pair.post(buffer, memory);
    }

    private boolean isUndecided(int left) {
        return (decided & 1L << left) == 0;
    }

    /** Where one is in the arrays. */
    private int place(int left) {
        return size - 1 - left;
    }

    private DirectReceives pair(int left) {
        DirectReceives one = only;
        return one == null ? Objects.requireNonNull(pairs[place(left)]) : one;
    }

    private int buffer(int left) {
        DirectReceives one = only;
        return one == null ? indices[place(left)] : one.lastTaken(left);
    }

    private WorkCompletionStatus status(int left) {
        return only == null ? statuses[place(left)] : SUCCESS;
    }

    private long entry(int left) {
        long entry = behind - (left + 1) * step;
        return entry < begin ? entry + bytes : entry;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean next() {
        int left = ahead - 1;
        if (left < 0) {
            ahead = OVER; // behind the last one there is nothing to read
            return false;
        }
        ahead = left;
        return true;
    }

    private int current() {
        int left = ahead;
        if (left < 0 || left >= size) {
            throw new IllegalStateException("ask for the next completion first");
        }
        return left;
    }

    private long succeeded() {
        int left = current();
        WorkCompletionStatus status = status(left);
        if (status != SUCCESS) {
            throw new IllegalStateException(
                    "the completion failed (" + status + "): the device has not set this");
        }
        return entry(left);
    }

    @Override
    public long wrId() {
        return buffer(current());
    }

    @Override
    public WorkCompletionStatus status() {
        return status(current());
    }

    @Override
    public boolean isSuccess() {
        return status() == SUCCESS;
    }

    @Override
    public int vendorError() {
        return isSuccess() ? 0 : memory.getByte(entry(ahead) + Cqe.VENDOR_ERROR) & 0xff;
    }

    @Override
    public int qpNum() {
        return pair(current()).number();
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
        return isSuccess() && code() != Cqe.RECEIVED_WRITE_IMM && !pair(ahead).isGone();
    }

    private DirectReceives withPayload() {
        if (!hasPayload()) {
            throw new IllegalStateException("the completion has no payload in a receive ring");
        }
        return pair(ahead);
    }

    @Override
    public ByteBuffer payload() {
        DirectReceives pair = withPayload();
        return pair.payload(buffer(ahead), pair.pair().skip(), byteLen());
    }

    @Override
    public boolean hasBuffer() {
        int left = current();
        return isUndecided(left) && !pair(left).isGone();
    }

    @Override
    public void repost() {
        int left = current();
        if (pair(left).isGone()) {
            return; // the queue pair is gone, and its ring with it
        }
        requireUndecided(left);
        giveBack(left);
    }

    private void requireUndecided(int left) {
        if (!isUndecided(left)) {
            throw new IllegalStateException(
                    "the buffer was given back, or used for a reply, before");
        }
    }

    @Override
    public boolean reply(int bytes) {
        DirectReceives pair = withPayload();
        int left = ahead;
        requireUndecided(left);
        ReplyPost.requireFit(pair.pair(), pair.ring(), bytes);
        boolean sent = replies.send(pair, entry(left), buffer(left), bytes, this);
        if (sent) {
            decided |= 1L << left;
        }
        return sent;
    }
}
