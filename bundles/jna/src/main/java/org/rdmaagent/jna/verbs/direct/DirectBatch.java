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
public final class DirectBatch extends EntryCursor {
    private static final WorkCompletionStatus SUCCESS = WorkCompletionStatus.SUCCESS;

    private final DirectReply replies;

    /**
     * What {@link #ahead} was when a buffer was given back or used for a reply. In a plain batch
     * all before it were given back too, and wait to be posted; as many as there are: none was.
     */
    private int decided;

    /** Whose all are; null if they are not of one pair, or not all good. */
    private @Nullable DirectReceives only;

    /** What they are, then. */
    final OddCompletions odd = new OddCompletions();

    /** An empty one; the addresses as {@link EntryCursor} wants them. */
    DirectBatch(long begin, long end, long step, MemoryAccess memory, DriverCalls calls) {
        super(memory, begin, end, step);
        this.replies = new DirectReply(memory, calls);
    }

    /**
     * All good, of the pair that {@link #of} names. What they are is not noted: see {@link
     * #settle}.
     */
    void plain(long next, int count) {
        behind = next;
        begin(count);
    }

    /** Empties it, and says whose those of plain ones are; null if no plain one may come. */
    void of(@Nullable DirectReceives pair) {
        clear();
        only = pair;
    }

    /** Whose it is, if it is a plain one, or one may come. */
    @Nullable DirectReceives only() {
        return only;
    }

    /** What each is was told to {@link #odd}. */
    void mixed() {
        only = null;
        begin(odd.count());
    }

    private void begin(int count) {
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
        } else {
            note();
        }
    }

    /** The same, and no plain one may come. */
    void note() {
        DirectReceives pair = only;
        if (pair != null) {
            odd.clear();
            for (int i = size - 1; i >= 0; i--) {
                odd.add(pair, buffer(i), SUCCESS);
            }
            post(pair);
            only = null;
        }
    }

    /** Whether something of a plain one waits to be posted. */
    boolean hasGivenBack() {
        return decided != size;
    }

    /** Posts it, if its places are the next ones: their entries are as they were. */
    boolean postAgain(DirectReceives pair) {
        return pair.postAgain(pair.tail - size, size - decided);
    }

    private void post(DirectReceives pair) {
        if (!postAgain(pair)) {
            postEach(pair);
        }
    }

    private void postEach(DirectReceives pair) {
        int first = pair.tail - size;
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
        return one == null ? odd.buffer(place(left)) : one.buffer(one.tail - 1 - left);
    }

    private WorkCompletionStatus status(int left) {
        return only == null ? odd.status(place(left)) : SUCCESS;
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
