// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.jna.verbs.structs.CompletionStruct;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** The completions of a poll in the library's own structs. Used by the port's thread. */
public final class PolledBatch extends CompletionBatch {
    private static final WorkCompletionStatus[] STATUSES = statuses();
    private static final WorkCompletionOpcode[] OPCODES = opcodes();
    private static final int SHORT_MASK = 0xffff;

    private final CStruct memory;
    private final ByteBuffer entries;
    private final ReplyPost replies;
    private final BatchBuffers buffers;
    private int size;
    private int written;
    private int cursor = -1;
    private int at;

    /**
     * An empty one.
     *
     * @param most completions of a poll
     */
    public PolledBatch(int most, HotCalls calls) {
        this.memory = CStruct.allocate((long) most * IbvWc.SIZE);
        this.entries =
                memory.pointer()
                        .getByteBuffer(0, (long) most * IbvWc.SIZE)
                        .order(ByteOrder.nativeOrder());
        this.replies = new ReplyPost(calls);
        this.buffers = new BatchBuffers(entries, most);
        markUnfilled(most);
    }

    private static WorkCompletionStatus[] statuses() {
        WorkCompletionStatus[] byCode = new WorkCompletionStatus[Byte.SIZE * Integer.BYTES];
        for (int code = 0; code < byCode.length; code++) {
            byCode[code] = WorkCompletionStatus.ofCode(code).orElse(WorkCompletionStatus.UNKNOWN);
        }
        return byCode;
    }

    private static WorkCompletionOpcode[] opcodes() {
        WorkCompletionOpcode[] byCode = new WorkCompletionOpcode[1 << Byte.SIZE];
        for (int code = 0; code < byCode.length; code++) {
            byCode[code] = WorkCompletionOpcode.ofCode(code).orElse(WorkCompletionOpcode.UNKNOWN);
        }
        return byCode;
    }

    /** Where the library writes. */
    public long address() {
        return Pointer.nativeValue(memory.pointer());
    }

    /** Forgets what was found, and marks its entries as not filled. */
    public void clear() {
        markUnfilled(written);
        written = 0;
        size = 0;
        cursor = -1;
    }

    private void markUnfilled(int count) {
        for (int i = 0; i < count; i++) {
            entries.putInt(i * IbvWc.SIZE + IbvWc.STATUS.offset(), CompletionStruct.UNFILLED);
        }
    }

    /** How many entries from the first on the library has filled. */
    public int filled(int max) {
        int filled = 0;
        while (filled < max && status(filled * IbvWc.SIZE) != CompletionStruct.UNFILLED) {
            filled++;
        }
        return filled;
    }

    private int status(int entry) {
        return entries.getInt(entry + IbvWc.STATUS.offset());
    }

    /**
     * So many were found; their buffers are taken. Some drivers (rdma_rxe) leave those of a queue
     * pair that is gone in the queue: they are left out.
     *
     * @return how many there are to hand out
     */
    public int found(int count, PairTable table) {
        written = count;
        cursor = -1;
        size = buffers.found(count, table);
        return size;
    }

    /** Other queue pairs are known now; what belongs to one that is not counts as lost. */
    public void regroup(PairTable table) {
        buffers.regroup(Math.max(cursor, 0), size, table);
    }

    /** Completions that the cursor has not reached. */
    public int remaining() {
        return Math.max(0, size - 1 - cursor);
    }

    /** Gives back the buffers of the completions that nobody asked for; none remains. */
    public void giveBackRemaining() {
        while (cursor + 1 < size) {
            cursor++;
            giveBackCurrent();
        }
        at = cursor * IbvWc.SIZE;
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
        if (cursor + 1 >= size) {
            cursor = size; // behind the last one there is nothing to read
            return false;
        }
        cursor++;
        at = cursor * IbvWc.SIZE;
        return true;
    }

    private int current() {
        if (cursor < 0 || cursor >= size) {
            throw new IllegalStateException("ask for the next completion first");
        }
        return at;
    }

    private int succeeded() {
        int entry = current();
        if (status(entry) != WorkCompletionStatus.SUCCESS.code()) {
            throw new IllegalStateException(
                    "the completion failed (" + status() + "): the driver has not set this");
        }
        return entry;
    }

    @Override
    public long wrId() {
        return entries.getLong(current() + IbvWc.WR_ID.offset());
    }

    @Override
    public WorkCompletionStatus status() {
        int code = status(current());
        return code >= 0 && code < STATUSES.length ? STATUSES[code] : WorkCompletionStatus.UNKNOWN;
    }

    @Override
    public boolean isSuccess() {
        return status(current()) == WorkCompletionStatus.SUCCESS.code();
    }

    @Override
    public int vendorError() {
        int entry = current();
        return status(entry) == WorkCompletionStatus.SUCCESS.code()
                ? 0
                : entries.getInt(entry + IbvWc.VENDOR_ERR.offset());
    }

    @Override
    public int qpNum() {
        return BatchBuffers.number(entries, current());
    }

    @Override
    public WorkCompletionOpcode opcode() {
        int code = entries.getInt(succeeded() + IbvWc.OPCODE.offset());
        return code >= 0 && code < OPCODES.length ? OPCODES[code] : WorkCompletionOpcode.UNKNOWN;
    }

    @Override
    public int byteLen() {
        return entries.getInt(succeeded() + IbvWc.BYTE_LEN.offset());
    }

    @Override
    public int flags() {
        return entries.getInt(succeeded() + IbvWc.WC_FLAGS.offset());
    }

    @Override
    public int immediate() {
        int word = entries.getInt(succeeded() + IbvWc.IMM_DATA.offset());
        return has(WorkCompletionFlag.WITH_INV) ? word : CompletionStruct.network(word);
    }

    @Override
    public int srcQp() {
        return entries.getInt(succeeded() + IbvWc.SRC_QP.offset()) & BatchBuffers.NUMBER_MASK;
    }

    @Override
    public int slid() {
        return entries.getShort(succeeded() + IbvWc.SLID.offset()) & SHORT_MASK;
    }

    @Override
    public boolean hasPayload() {
        int entry = current();
        return buffers.kind(cursor) == PolledPair.RECEIVE
                && status(entry) == WorkCompletionStatus.SUCCESS.code()
                && entries.getInt(entry + IbvWc.OPCODE.offset())
                        == WorkCompletionOpcode.RECV.code();
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
        if (buffers.pair(cursor) == null) {
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
        int most = ring.bytesEach() - pair.skip();
        if (bytes < 0 || bytes > most) {
            throw new IllegalArgumentException(
                    "a reply from this buffer has 0 to " + most + " bytes, not " + bytes);
        }
        return hasWayBack(pair) && send(pair, ring, buffers.index(cursor), bytes);
    }

    private boolean send(PolledPair pair, RingMemory ring, int index, int bytes) {
        // Before it is posted: its completion may be met by another port at once.
        ring.state(index, RingMemory.REPLYING);
        long firstByte = ring.bufferAddress(index) + pair.skip();
        boolean sent =
                pair.struct().canSend()
                        && replies.post(pair.address(), index, firstByte, bytes, ring.lkey()) == 0;
        if (!sent) {
            ring.state(index, RingMemory.HELD);
        }
        return sent;
    }

    private boolean hasWayBack(PolledPair pair) {
        PolledPair.Routes routes = pair.routes();
        if (routes == null) {
            return !pair.datagrams();
        }
        RingUse use = buffers.use(cursor);
        int headerAt = buffers.index(cursor) * use.ring().bytesEach();
        long handle = routes.to(entries, at, use.whole(), headerAt);
        if (handle != 0) {
            replies.target(handle, srcQp(), routes.qkey());
        }
        return handle != 0;
    }
}
