// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.PairTable;
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

    private static final DirectReceives[] NONE = {};
    private static final int SIGN = 0x8000_0000;

    private final DirectQueue queue;
    private final MemoryAccess memory;
    private final DirectBatch batch;
    private final long begin;
    private final long end;
    private final int step;
    private PairTable<DirectReceives> pairs = new PairTable<>(List.of());
    private volatile DirectReceives[] receives = NONE;
    private @Nullable DirectReceives present;
    private boolean several;

    /** The next entry: its index, its address, and the round of the ring in the sign. */
    private int index;

    private long entry;
    private int round;

    /** Up to here the device knows that entries were read. */
    private int released;

    /** Goes on where the queue was left. */
    public DirectReader(DirectQueue queue, MemoryAccess memory, DriverCalls calls) {
        CqLayout layout = queue.layout();
        this.queue = queue;
        this.memory = memory;
        this.step = layout.entryBytes();
        this.begin = layout.buffer() + step - Cqe.SIZE;
        this.end = begin + (long) layout.entries() * step;
        this.batch = new DirectBatch(begin, end, step, memory, calls);
        this.index = queue.index();
        this.released = index;
        this.entry = begin + (long) (index & (layout.entries() - 1)) * step;
        this.round = index << Integer.numberOfLeadingZeros(layout.entries()) & SIGN;
    }

    /** What was read last. */
    public DirectBatch batch() {
        return batch;
    }

    /** Whether the next entry was not written yet, and nothing was given back elsewhere. */
    public boolean isQuiet() {
        int last = memory.getIntAcquire(entry + Cqe.LAST_WORD);
        return (last ^ round) < 0 && !queue.hasReturned();
    }

    /**
     * Flushes the batch, and reads entries into it.
     *
     * @param max the most
     * @return how many, or {@link #UNKNOWN}
     */
    public int poll(int max) {
        if (!batch.isRead() || queue.hasReturned()) {
            flush();
        }
        int next = index;
        if (released != next) {
            released = next;
            queue.release(next, memory);
        }
        DirectReceives pair = present;
        if (several) {
            ringAll();
        } else if (pair != null && pair.isDirty()) {
            pair.ring(memory);
        }
        return pair == null ? readOdd(0, entry, max) : read(pair, max);
    }

    /**
     * Good receives of one pair, for as long as nothing else comes. What is in fields is taken out
     * of them first, since a read with acquire makes the compiler read them again; and the loop
     * ends by what is read, since one that counts would get a frame of loops around it.
     */
    private int read(DirectReceives pair, int max) {
        MemoryAccess access = memory;
        DirectBatch into = batch;
        int[] found = into.indices;
        int[] posted = pair.buffers;
        int number = pair.numberWord;
        int slots = pair.mask;
        int tail = pair.tail;
        long first = entry;
        long at = first;
        int sign = round;
        int count = 0;
        int last = access.getIntAcquire(at + Cqe.LAST_WORD);
        while ((last ^ sign) >= 0) {
            int other = (access.getInt(at + Cqe.OWN_QPN) ^ number) & Cqe.QPN_WORD;
            if (((last & Cqe.NO_GOOD_RECEIVE) | other) != 0) {
                went(pair, tail, count, at, sign);
                return readOdd(count, first, max);
            }
            found[count] = posted[tail & slots];
            tail++;
            count++;
            at += step;
            if (at == end) {
                at = begin;
                sign ^= SIGN;
            }
            if (count == max) {
                break;
            }
            last = access.getIntAcquire(at + Cqe.LAST_WORD);
        }
        if (count == 0) {
            into.clear();
            return 0;
        }
        went(pair, tail, count, at, sign);
        into.plain(first, count, pair);
        return count;
    }

    private void went(DirectReceives pair, int tail, int count, long at, int sign) {
        pair.taken(tail);
        index += count;
        entry = at;
        round = sign;
    }

    /** Goes on where something else than good receives of one pair comes. */
    private int readOdd(int before, long first, int max) {
        for (int i = 0; i < before; i++) {
            DirectReceives pair = present;
            if (pair != null) {
                batch.put(i, pair, batch.indices[i], WorkCompletionStatus.SUCCESS);
            }
        }
        int count = before;
        int failures = 0;
        boolean known = true;
        while (count < max && known) {
            int last = memory.getIntAcquire(entry + Cqe.LAST_WORD);
            if ((last ^ round) < 0) {
                break;
            }
            DirectReceives pair = (last & Cqe.IS_SEND) == 0 ? pairs.find(number()) : null;
            known = pair != null;
            if (pair != null) {
                failures += take(count++, pair, last);
                skip();
            }
        }
        batch.mixed(first, count, failures);
        return count == 0 && !known ? UNKNOWN : count;
    }

    private int number() {
        return Integer.reverseBytes(memory.getInt(entry + Cqe.OWN_QPN)) & Cqe.NUMBER;
    }

    /** One of any kind; 1 if it failed. */
    private int take(int i, DirectReceives pair, int last) {
        boolean failed = (last >>> Cqe.OPCODE_SHIFT & Cqe.OPCODE) == Cqe.ERROR;
        WorkCompletionStatus status =
                failed
                        ? Cqe.status(memory.getByte(entry + Cqe.SYNDROME) & 0xff)
                        : WorkCompletionStatus.SUCCESS;
        if (status == WorkCompletionStatus.WR_FLUSH_ERR) {
            pair.dies();
        }
        int tail = pair.tail;
        int buffer = pair.buffers[tail & pair.mask];
        pair.taken(tail + 1);
        batch.put(i, pair, buffer, status);
        if (present != pair) {
            present = pair;
        }
        return failed ? 1 : 0;
    }

    /** Passes over an entry. */
    public void skip() {
        index++;
        entry += step;
        if (entry == end) {
            entry = begin;
            round ^= SIGN;
        }
    }

    /** These are its queue pairs now; those that were and are not are being closed. */
    public void use(Collection<DirectReceives> now) {
        for (DirectReceives each : receives) {
            each.gone(true);
        }
        for (DirectReceives each : now) {
            each.gone(false);
        }
        queue.index(index); // somebody may want to know it
        pairs = new PairTable<>(now);
        receives = now.toArray(NONE);
        several = now.size() > 1;
        present = now.isEmpty() ? null : receives[0];
    }

    /** Gives back what nobody asked for, releases what was read, and posts. */
    public void flush() {
        batch.giveBackRemaining();
        release(0);
        post();
    }

    /** Releases what the cursor has left behind, and posts what was given back. */
    public void postReturned() {
        release(batch.unread());
        post();
    }

    /** Before receives are posted, so that there is room for what they will complete with. */
    private void release(int kept) {
        queue.index(index);
        int next = index - kept;
        if (released != next) {
            released = next;
            queue.release(next, memory);
        }
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
