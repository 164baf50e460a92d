// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.PairTable;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * Reads the entries of a {@link DirectQueue} and posts the receives of its queue pairs. Used by the
 * port's thread.
 *
 * <p>The word of an entry that has the owner bit is read first, with acquire, so that the rest of
 * it is read after the device wrote it; on x86-64 that is a plain load, and enough for memory that
 * the device writes coherently. The bit alternates with each round of the ring.
 */
public final class DirectReader {
    /** Answer of {@link #poll}: the next entry is of a queue pair that is not known. */
    public static final int UNKNOWN = -1;

    /** Answer of {@link #pollPlain}: there is something else to do. */
    public static final int OTHER = -2;

    /** The bits of a count: what it says to the compiler is that none is below 0. */
    private static final int MOST = CompletionPort.LARGEST_BATCH * 2 - 1;

    private static final DirectReceives[] NONE = {};
    private static final int SIGN = 0x8000_0000;

    private final DirectQueue queue;
    private final MemoryAccess memory;
    private final DirectBatch batch;
    private final long begin;
    private final long end;
    private final long record;
    private final long step;
    private PairTable<DirectReceives> pairs = new PairTable<>(List.of());
    private volatile DirectReceives[] receives = NONE;

    /** Of the next entry; the batch knows where that is. */
    private int index;

    /** Shifts the bit of the index that counts the rounds of the ring to the sign. */
    private final int roundShift;

    /** The index at which all was given back, released and posted, and the batch was empty. */
    private int settledAt;

    /**
     * Goes on where the queue was left.
     *
     * @param bell rung by any thread when {@link #poll} has something to do that {@link #pollPlain}
     *     does not see
     */
    public DirectReader(DirectQueue queue, MemoryAccess memory, DriverCalls calls, Runnable bell) {
        CqLayout layout = queue.layout();
        this.queue = queue;
        this.memory = memory;
        this.record = layout.consumerIndexRecord();
        this.roundShift = Integer.numberOfLeadingZeros(layout.entries());
        this.step = layout.entryBytes();
        this.begin = layout.buffer() + step - Cqe.SIZE;
        this.end = begin + layout.entries() * step;
        this.batch = new DirectBatch(begin, end, step, memory, calls);
        this.index = queue.index();
        this.settledAt = index - 1;
        this.batch.behind = begin + (index & (layout.entries() - 1)) * step;
        queue.bell(bell);
    }

    /** What was read last. */
    public DirectBatch batch() {
        return batch;
    }

    /**
     * Good receives of the only pair, the common case; nothing is done but what must be.
     *
     * <p>What is in fields is taken out of them first, since a read with acquire makes the compiler
     * read them again. The loop ends by what is read, since one that counts would get a frame
     * around it. And it is no method of its own: where most polls find nothing, the compiler would
     * leave it out of this one.
     *
     * @param max the most
     * @return how many; or {@link #OTHER}: use {@link #poll}, nothing was done
     */
    public int pollPlain(int max) {
        MemoryAccess access = memory;
        DirectBatch into = batch;
        long at = access.base(into.behind);
        int next = index;
        int sign = next << roundShift;
        int last = access.getIntAcquire(at + Cqe.LAST_WORD);
        if ((last ^ sign) < 0) {
            return settledAt == next ? 0 : OTHER;
        }
        DirectReceives pair = into.only();
        if (pair == null || !into.isRead()) {
            return OTHER;
        }
        access.putIntRelease(record, DirectQueue.consumed(next));
        if (into.hasGivenBack()) {
            if (!into.postAgain(pair)) {
                return OTHER;
            }
            pair.ringOpen(access);
        }
        int number = pair.numberWord;
        int count = 0;
        do {
            int other = (access.getInt(at + Cqe.OWN_QPN) ^ number) & Cqe.QPN_WORD;
            if (((last & Cqe.NO_GOOD_RECEIVE) | other) != 0) {
                return readOdd(pair, count, max);
            }
            count++;
            at += step;
            if (at == end) {
                at = begin;
                sign ^= SIGN;
            }
            if (count == max) {
                break;
            }
            at = access.base(at);
            last = access.getIntAcquire(at + Cqe.LAST_WORD);
        } while ((last ^ sign) >= 0);
        index = next + count;
        pair.tail += count;
        int some = count & MOST;
        into.plain(at, some);
        return some;
    }

    /**
     * Flushes the batch, and reads entries into it, whatever they are.
     *
     * @param max the most
     * @return how many, or {@link #UNKNOWN}
     */
    public int poll(int max) {
        flush();
        settledAt = index;
        DirectReceives[] all = receives;
        batch.of(all.length == 1 && !all[0].isShut() ? all[0] : null);
        int found = pollPlain(max);
        return found == OTHER ? readOdd(null, 0, max) : found;
    }

    /** Reads no more: the next one who polls is to be told why. */
    public void stop() {
        flush();
        batch.of(null);
        settledAt = index - 1;
    }

    /** Reads anything, so many of which are good receives of the only pair. */
    private int readOdd(@Nullable DirectReceives one, int good, int max) {
        OddCompletions odd = batch.odd;
        odd.clear();
        while (one != null && odd.count() < good) {
            odd.add(one, one.take(), WorkCompletionStatus.SUCCESS);
            skip();
        }
        boolean known = true;
        while (odd.count() < max && known) {
            int last = memory.getIntAcquire(batch.behind + Cqe.LAST_WORD);
            if ((last ^ index << roundShift) < 0) {
                break;
            }
            DirectReceives pair = (last & Cqe.IS_SEND) == 0 ? pairs.find(number()) : null;
            known = pair != null;
            if (pair != null) {
                take(pair, last);
                skip();
            }
        }
        batch.mixed();
        return odd.count() == 0 && !known ? UNKNOWN : odd.count();
    }

    private int number() {
        return Integer.reverseBytes(memory.getInt(batch.behind + Cqe.OWN_QPN)) & Cqe.NUMBER;
    }

    /** One of any kind. */
    private void take(DirectReceives pair, int last) {
        boolean failed = (last >>> Cqe.OPCODE_SHIFT & Cqe.OPCODE) == Cqe.ERROR;
        WorkCompletionStatus status =
                failed
                        ? Cqe.status(memory.getByte(batch.behind + Cqe.SYNDROME) & 0xff)
                        : WorkCompletionStatus.SUCCESS;
        if (status == WorkCompletionStatus.WR_FLUSH_ERR) {
            pair.dies();
        }
        batch.odd.add(pair, pair.take(), status);
    }

    /** Passes over an entry. */
    public void skip() {
        index++;
        long next = batch.behind + step;
        if (next == end) {
            next = begin;
        }
        batch.behind = next;
    }

    /** These are its queue pairs now; those that were and are not are being closed. */
    public void use(Collection<DirectReceives> now) {
        // Who closes a pair still waits; or nothing was left to post when it did not have to.
        batch.note(); // and until the next poll there is no plain one
        ringAll();
        for (DirectReceives each : receives) {
            each.gone(true);
        }
        for (DirectReceives each : now) {
            each.gone(false);
        }
        queue.index(index); // somebody may want to know it
        pairs = new PairTable<>(now);
        receives = now.toArray(NONE);
        settledAt = index - 1;
    }

    /** Gives back what nobody asked for, releases what was read, and posts. */
    public void flush() {
        batch.giveBackRemaining();
        batch.settle();
        release(0);
        post();
    }

    /** Releases what the cursor has left behind, and posts what was given back. */
    public void postReturned() {
        batch.settle();
        release(batch.unread());
        post();
    }

    /** Before receives are posted, so that there is room for what they will complete with. */
    private void release(int kept) {
        queue.index(index);
        memory.putIntRelease(record, DirectQueue.consumed(index - kept));
    }

    private void post() {
        if (queue.hasReturned()) {
            queue.collecting();
            for (DirectReceives each : receives) {
                each.collect(memory);
            }
        }
        ringAll();
    }

    private void ringAll() {
        for (DirectReceives each : receives) {
            if (each.isDirty()) {
                each.ring(memory);
            }
        }
    }

    /**
     * Asks for one event, as {@code ibv_req_notify_cq(3)} does.
     *
     * @param events of the queue that were taken so far
     * @return 0, or EOPNOTSUPP if the library does not tell where to ring
     */
    public int arm(int events) {
        if (!queue.canArm()) {
            return VerbsFailure.EOPNOTSUPP;
        }
        queue.index(index);
        queue.arm(memory, events);
        return 0;
    }

    /** Empties the batch. */
    public void clear() {
        batch.clear();
    }

    /** Buffers that wait for a message. Any thread. */
    public int posted() {
        int sum = 0;
        for (DirectReceives each : receives) {
            sum += each.posted();
        }
        return sum;
    }

    /** Buffers that were handed out and not given back. Any thread. */
    public int held() {
        int sum = 0;
        for (DirectReceives each : receives) {
            sum += each.held();
        }
        return sum;
    }
}
