// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.jna.verbs.structs.CompletionStruct;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** The completions of a poll in the library's own structs. Used by the port's thread. */
public final class PolledBatch extends CompletionBatch {
    private static final int SHORT_MASK = 0xffff;

    // Constants to the compiler, as what an enum constant holds is not.
    private static final int BYTE_LEN = IbvWc.BYTE_LEN.offset();
    private static final int IMM_DATA = IbvWc.IMM_DATA.offset();
    private static final int OPCODE = IbvWc.OPCODE.offset();
    private static final int QP_NUM = IbvWc.QP_NUM.offset();
    private static final int SLID = IbvWc.SLID.offset();
    private static final int SRC_QP = IbvWc.SRC_QP.offset();
    private static final int STATUS = IbvWc.STATUS.offset();
    private static final int VENDOR_ERR = IbvWc.VENDOR_ERR.offset();
    private static final int WC_FLAGS = IbvWc.WC_FLAGS.offset();
    private static final int WR_ID = IbvWc.WR_ID.offset();

    private final CStruct struct;
    private final MemoryAccess memory;
    private final long first;
    private final ReplyPost replies;
    private final BatchBuffers buffers;
    private final boolean marks;
    private final ByteBuffer view;
    private int size;
    private int written;
    private int cursor = -1;
    private long at;

    /**
     * An empty one.
     *
     * @param most completions of a poll
     * @param memory how it is read
     * @param marks whether entries are marked, so that {@link #filled} can be asked
     */
    public PolledBatch(int most, DriverCalls calls, MemoryAccess memory, boolean marks) {
        this.marks = marks;
        this.memory = memory;
        this.struct = CStruct.allocate((long) most * IbvWc.SIZE);
        this.first = Pointer.nativeValue(struct.pointer());
        this.view =
                struct.pointer()
                        .getByteBuffer(0, (long) most * IbvWc.SIZE)
                        .order(ByteOrder.nativeOrder());
        this.replies = new ReplyPost(calls);
        this.buffers = new BatchBuffers(memory, first, most);
        markUnfilled(most);
    }

    /** Where the library writes. */
    public long address() {
        return first;
    }

    private long address(int index) {
        return first + (long) index * IbvWc.SIZE;
    }

    /** Forgets what was found. */
    public void clear() {
        if (marks) {
            markUnfilled(written);
            written = 0;
        }
        size = 0;
        cursor = -1;
    }

    private void markUnfilled(int count) {
        for (int i = 0; i < count; i++) {
            memory.putInt(address(i) + STATUS, CompletionStruct.UNFILLED);
        }
    }

    /** How many entries from the first on the library has filled since {@link #clear}. */
    public int filled(int max) {
        int filled = 0;
        while (filled < max && status(address(filled)) != CompletionStruct.UNFILLED) {
            filled++;
        }
        return filled;
    }

    private int status(long entry) {
        return memory.getInt(entry + STATUS);
    }

    /**
     * So many were found; their buffers are taken. Some drivers (rdma_rxe) leave those of a queue
     * pair that is gone in the queue: they are left out.
     *
     * @return how many there are to hand out
     */
    public int found(int count, PairTable<PolledPair> table) {
        written = count;
        cursor = -1;
        size = buffers.found(count, table);
        at = first - IbvWc.SIZE;
        return size;
    }

    /** So many were found by a library that leaves nothing stale; none of them has a buffer. */
    public void foundBare(int count) {
        cursor = -1;
        size = count;
        at = first - IbvWc.SIZE;
        buffers.foundBare();
    }

    /** Other queue pairs are known now; what belongs to one that is not counts as lost. */
    public void regroup(PairTable<PolledPair> table) {
        buffers.regroup(Math.max(cursor, 0), size, table);
    }

    /** How many of them are failures. */
    public int failures() {
        return buffers.failures(size);
    }

    /** How one of them ended. */
    public WorkCompletionStatus statusOf(int index) {
        return CompletionCodes.status(status(address(Objects.checkIndex(index, size))));
    }

    /** Completions that the cursor has not reached. */
    public int remaining() {
        return Math.max(0, size - 1 - cursor);
    }

    /** Gives back the buffers of the completions that nobody asked for; none remains. */
    public void giveBackRemaining() {
        while (cursor + 1 < size) {
            cursor++;
            at += IbvWc.SIZE;
            giveBackCurrent();
        }
    }

    /** Gives back the buffer of the current completion, if nothing was decided about it. */
    public void giveBackCurrent() {
        if (cursor >= 0 && cursor < size && buffers.isUndecided(cursor)) {
            buffers.giveBack(cursor);
        }
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
        at += IbvWc.SIZE;
        return true;
    }

    private long current() {
        int present = cursor;
        if (present < 0 || present >= size) {
            throw new IllegalStateException("ask for the next completion first");
        }
        return at;
    }

    private long succeeded() {
        long entry = current();
        if (status(entry) != WorkCompletionStatus.SUCCESS.code()) {
            throw new IllegalStateException(
                    "the completion failed (" + status() + "): the driver has not set this");
        }
        return entry;
    }

    @Override
    public long wrId() {
        return memory.getLong(current() + WR_ID);
    }

    @Override
    public WorkCompletionStatus status() {
        return CompletionCodes.status(status(current()));
    }

    @Override
    public boolean isSuccess() {
        return status(current()) == WorkCompletionStatus.SUCCESS.code();
    }

    @Override
    public int vendorError() {
        long entry = current();
        return status(entry) == WorkCompletionStatus.SUCCESS.code()
                ? 0
                : memory.getInt(entry + VENDOR_ERR);
    }

    @Override
    public int qpNum() {
        return memory.getInt(current() + QP_NUM) & BatchBuffers.NUMBER_MASK;
    }

    @Override
    public WorkCompletionOpcode opcode() {
        return CompletionCodes.opcode(memory.getInt(succeeded() + OPCODE));
    }

    @Override
    public int byteLen() {
        return memory.getInt(succeeded() + BYTE_LEN);
    }

    @Override
    public int flags() {
        return CompletionStruct.flags(memory.getInt(succeeded() + WC_FLAGS));
    }

    @Override
    public int immediate() {
        int word = memory.getInt(succeeded() + IMM_DATA);
        return has(WorkCompletionFlag.WITH_INV) ? word : CompletionStruct.network(word);
    }

    @Override
    public int srcQp() {
        return memory.getInt(succeeded() + SRC_QP) & BatchBuffers.NUMBER_MASK;
    }

    @Override
    public int slid() {
        return memory.getShort(succeeded() + SLID) & SHORT_MASK;
    }

    @Override
    public boolean hasPayload() {
        long entry = current();
        return buffers.kind(cursor) == PolledPair.RECEIVE
                && status(entry) == WorkCompletionStatus.SUCCESS.code()
                && memory.getInt(entry + OPCODE) == WorkCompletionOpcode.RECV.code();
    }

    private PolledPair withPayload() {
        PolledPair pair = hasPayload() ? buffers.pair(cursor) : null;
        if (pair == null) {
            throw new IllegalStateException("the completion has no payload in a receive ring");
        }
        return pair;
    }

    @Override
    public ByteBuffer payload() {
        PolledPair pair = withPayload();
        return buffers.use(cursor).payload(buffers.index(cursor), pair.skip(), byteLen());
    }

    @Override
    public boolean hasBuffer() {
        current();
        return buffers.isUndecided(cursor);
    }

    @Override
    public void repost() {
        current();
        if (buffers.isGone(cursor)) {
            return; // the queue pair is gone, and its ring with it
        }
        if (buffers.kind(cursor) == PolledPair.OTHER) {
            throw new IllegalStateException("the completion has no buffer of a receive ring");
        }
        requireHeld();
        buffers.giveBack(cursor);
    }

    private void requireHeld() {
        if (!buffers.isUndecided(cursor)) {
            throw new IllegalStateException(
                    "the buffer was given back, or used for a reply, before");
        }
    }

    @Override
    public boolean reply(int bytes) {
        PolledPair pair = withPayload();
        requireHeld();
        RingMemory ring = buffers.use(cursor).ring();
        ReplyPost.requireFit(pair, ring, bytes);
        return hasWayBack(pair)
                && replies.send(pair, ring, buffers.index(cursor), bytes, RingMemory.HELD);
    }

    private boolean hasWayBack(PolledPair pair) {
        PolledPair.Routes routes = pair.routes();
        if (routes == null) {
            return !pair.datagrams();
        }
        RingUse use = buffers.use(cursor);
        int headerAt = buffers.index(cursor) * use.ring().bytesEach();
        long handle = routes.to(view, (int) (at - first), use.whole(), headerAt);
        if (handle != 0) {
            replies.target(handle, srcQp(), routes.qkey());
        }
        return handle != 0;
    }
}
