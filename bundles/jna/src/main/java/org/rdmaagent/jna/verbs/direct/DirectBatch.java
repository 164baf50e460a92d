// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.completion.ReplyPost;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * The completions of a poll where the device wrote them. Mostly all of them are good receives of
 * one queue pair; else what each is was written down when it was met.
 */
public final class DirectBatch extends EntryFields {
    private static final int OVER = -1;
    private static final WorkCompletionStatus SUCCESS = WorkCompletionStatus.SUCCESS;

    private final DirectReply replies;

    private int size;

    /**
     * Completions that the cursor has not reached. As many as there are: it has not begun; {@link
     * #OVER}: it is behind the last one.
     */
    private int ahead = OVER;

    /** Of a plain one: which of the receives of its pair, counted on, the last one is. */
    private int last;

    /**
     * What {@link #ahead} was when a buffer was given back or used for a reply. In a plain batch
     * all before it were given back too, and wait to be posted; as many as there are: none was.
     */
    private int decided;

    /** Whose all are; null if they are not of one pair, or not all good. */
    private @Nullable DirectReceives only;

    /** What they are, then. */
    final OddCompletions odd = new OddCompletions();

    /** An empty one; the addresses as {@link EntryFields} wants them. */
    DirectBatch(long begin, long end, long step, MemoryAccess memory, DriverCalls calls) {
        super(memory, begin, end, step);
        this.replies = new DirectReply(memory, calls);
    }

    /**
     * All good, of the pair that {@link #of} names. What they are is not noted: see {@link
     * #settle}.
     */
    void plain(long next, int count, int receive) {
        last = receive;
        begin(next, count);
    }

    /** Whose those of plain ones are. */
    void of(@Nullable DirectReceives pair) {
        only = pair;
    }

    /** Whether the last one was a plain one of a pair, or none. */
    boolean isOf(DirectReceives pair) {
        return only == pair;
    }

    /** What each is was told to {@link #odd}. */
    void mixed(long next) {
        only = null;
        begin(next, odd.count());
    }

    private void begin(long next, int count) {
        behind = next;
        size = count;
        ahead = count;
        decided = count;
    }

    /**
     * Posts what was given back. If it is still read, notes before what all are: buffers are posted
     * where it is kept of plain ones which they had.
     */
    void settle() {
        DirectReceives pair = only;
        if (pair != null && ahead == OVER) {
            post(pair);
            decided = size;
        } else if (pair != null) {
            odd.clear();
            for (int i = size - 1; i >= 0; i--) {
                odd.add(pair, pair.buffer(last - i), SUCCESS);
            }
            post(pair);
            only = null;
        }
    }

    /** Whether something of a plain one waits to be posted. */
    boolean hasGivenBack() {
        return decided != size;
    }

    /** Posts it. Mostly its places are the next ones: then their entries are as they were. */
    void post(DirectReceives pair) {
        if (!pair.postAgain(last + 1 - size, size - decided)) {
            postEach(pair);
        }
    }

    private void postEach(DirectReceives pair) {
        int first = last + 1 - size;
        for (int i = 0; i < size - decided; i++) {
            pair.post(pair.buffer(first + i), memory);
        }
    }

    /** Empties it. */
    void clear() {
        size = 0;
        ahead = OVER;
        decided = 0;
    }

    /** How many are failures. */
    public int failures() {
        return size == 0 || only != null ? 0 : odd.failures();
    }

    /** How one ended, wherever the cursor is. */
    public WorkCompletionStatus statusOf(int index) {
        int i = Objects.checkIndex(index, size);
        return only == null ? odd.status(i) : SUCCESS;
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
        if (left >= 0 && left < size && isUndecided(left) && !isGone(left)) {
            giveBack(left);
        }
    }

    private void giveBack(int left) {
        if (decided != left + 1) {
            settle(); // one before it is kept
        }
        decided = left;
        if (only == null) {
            pair(left).post(buffer(left), memory);
        }
    }

    private boolean isUndecided(int left) {
        return decided != left;
    }

    /** Where one is in the arrays. */
    private int place(int left) {
        return size - 1 - left;
    }

    private DirectReceives pair(int left) {
        DirectReceives one = only;
        return one == null ? odd.pair(place(left)) : one;
    }

    /** Whether its pair is being closed; that of a plain one would have been settled then. */
    private boolean isGone(int left) {
        return only == null && odd.pair(place(left)).isGone();
    }

    private int buffer(int left) {
        DirectReceives one = only;
        return one == null ? odd.buffer(place(left)) : one.buffer(last - left);
    }

    private WorkCompletionStatus status(int left) {
        return only == null ? odd.status(place(left)) : SUCCESS;
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

    @Override
    long succeeded() {
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

    @Override
    public boolean hasPayload() {
        return isSuccess() && opcode() == WorkCompletionOpcode.RECV && !isGone(ahead);
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
        return isUndecided(left) && !isGone(left);
    }

    @Override
    public void repost() {
        int left = current();
        if (isGone(left)) {
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
            settle();
            decided = left;
        }
        return sent;
    }
}
