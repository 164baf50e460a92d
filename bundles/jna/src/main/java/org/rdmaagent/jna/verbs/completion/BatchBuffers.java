// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Whose each completion of a batch is, and the buffer that belongs to it. */
final class BatchBuffers {
    /** A queue pair's number has 24 bits. */
    static final int NUMBER_MASK = 0xffffff;

    // Constants to the compiler, as what an enum constant holds is not.
    private static final int OPCODE = IbvWc.OPCODE.offset();
    private static final int QP_NUM = IbvWc.QP_NUM.offset();
    private static final int STATUS = IbvWc.STATUS.offset();
    private static final int WR_ID = IbvWc.WR_ID.offset();

    private final MemoryAccess memory;
    private final long entries;
    private final @Nullable PolledPair[] pairs;
    private final byte[] kinds;

    /** Whether none has a buffer; then it is not looked up whose they are. */
    private boolean bare;

    /**
     * None yet.
     *
     * @param entries address of the completions ({@code struct ibv_wc})
     */
    BatchBuffers(MemoryAccess memory, long entries, int most) {
        this.memory = memory;
        this.entries = entries;
        this.pairs = new @Nullable PolledPair[most];
        this.kinds = new byte[most];
    }

    /**
     * So many were found, at least one; their buffers are taken. Those of unknown queue pairs are
     * left out, and the others move up.
     *
     * @return how many are left
     */
    int found(int count, PairTable<PolledPair> table) {
        bare = false;
        return sort(count, table);
    }

    /** What was found has no buffers, and is of queue pairs that the library knows. */
    void foundBare() {
        bare = true;
    }

    private int sort(int count, PairTable<PolledPair> table) {
        int lastNumber = -1;
        PolledPair last = null;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int entry = i * IbvWc.SIZE;
            int number = number(entry);
            if (number != lastNumber) {
                last = table.find(number);
                lastNumber = number;
            }
            if (last != null) {
                if (kept != i) {
                    move(entry, kept * IbvWc.SIZE);
                }
                keep(kept++, last);
            }
        }
        return kept;
    }

    @SuppressWarnings("ReferenceEquality") // a store of a reference may cost a fence
    private void keep(int index, PolledPair pair) {
        int entry = index * IbvWc.SIZE;
        if (pairs[index] != pair) {
            pairs[index] = pair;
        }
        kinds[index] =
                pair.take(
                        memory.getInt(entries + entry + STATUS),
                        memory.getInt(entries + entry + OPCODE),
                        memory.getLong(entries + entry + WR_ID));
    }

    /** How many of so many are failures. */
    int failures(int count) {
        int failed = 0;
        for (int i = 0; i < count; i++) {
            int status = memory.getInt(entries + (long) i * IbvWc.SIZE + STATUS);
            failed += status == WorkCompletionStatus.SUCCESS.code() ? 0 : 1;
        }
        return failed;
    }

    private void move(int from, int to) {
        for (int at = 0; at < IbvWc.SIZE; at += Long.BYTES) {
            memory.putLong(entries + to + at, memory.getLong(entries + from + at));
        }
    }

    /** The queue pair of an entry. */
    private int number(int entry) {
        return memory.getInt(entries + entry + QP_NUM) & NUMBER_MASK;
    }

    /** Other queue pairs are known now; what belongs to one that is not counts as lost. */
    void regroup(int from, int to, PairTable<PolledPair> table) {
        if (bare) {
            return;
        }
        for (int i = from; i < to; i++) {
            PolledPair before = pairs[i];
            PolledPair now = table.find(number(i * IbvWc.SIZE));
            if (before == null || now == null || before.ring() != now.ring()) {
                if (isUndecided(i)) {
                    use(i).lose(index(i));
                }
                kinds[i] = PolledPair.OTHER;
            }
            pairs[i] = now;
        }
    }

    /** Whether it has a buffer that was neither given back nor used for a reply. */
    boolean isUndecided(int i) {
        return kind(i) != PolledPair.OTHER && use(i).ring().state(index(i)) == RingMemory.HELD;
    }

    void giveBack(int i) {
        use(i).giveBack(index(i));
    }

    /** Whether its queue pair is gone. */
    boolean isGone(int i) {
        return !bare && pairs[i] == null;
    }

    /** Null if it is gone, or has no buffer. */
    @Nullable PolledPair pair(int i) {
        return bare ? null : pairs[i];
    }

    /** As {@link PolledPair#take} said. */
    byte kind(int i) {
        return bare ? PolledPair.OTHER : kinds[i];
    }

    /** The ring of one that has a buffer. */
    RingUse use(int i) {
        PolledPair pair = pair(i);
        RingUse use = pair == null ? null : pair.ring();
        if (use == null) {
            throw new IllegalStateException("the completion has no buffer of a receive ring");
        }
        return use;
    }

    /** The buffer of one that has one. */
    int index(int i) {
        return (int) memory.getLong(entries + (long) i * IbvWc.SIZE + WR_ID);
    }
}
