// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.IbvWc;

/** Whose each completion of a batch is, and the buffer that belongs to it. */
final class BatchBuffers {
    /** A queue pair's number has 24 bits. */
    static final int NUMBER_MASK = 0xffffff;

    private final ByteBuffer entries;
    private final @Nullable PolledPair[] pairs;
    private final byte[] kinds;

    /**
     * None yet.
     *
     * @param entries the completions ({@code struct ibv_wc})
     */
    BatchBuffers(ByteBuffer entries, int most) {
        this.entries = entries;
        this.pairs = new @Nullable PolledPair[most];
        this.kinds = new byte[most];
    }

    /**
     * So many were found; their buffers are taken. Those of unknown queue pairs are left out, and
     * the others move up.
     *
     * @return how many are left
     */
    int found(int count, PairTable table) {
        int lastNumber = -1;
        PolledPair last = null;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int entry = i * IbvWc.SIZE;
            int number = number(entries, entry);
            if (number != lastNumber) {
                last = table.find(number);
                lastNumber = number;
            }
            if (last != null) {
                if (kept != i) {
                    move(entry, kept * IbvWc.SIZE);
                }
                pairs[kept] = last;
                kinds[kept] = take(last, entry);
                kept++;
            }
        }
        return kept;
    }

    private void move(int from, int to) {
        for (int at = 0; at < IbvWc.SIZE; at += Long.BYTES) {
            entries.putLong(to + at, entries.getLong(from + at));
        }
    }

    private byte take(PolledPair pair, int entry) {
        return pair.take(
                entries.getInt(entry + IbvWc.STATUS.offset()),
                entries.getInt(entry + IbvWc.OPCODE.offset()),
                entries.getLong(entry + IbvWc.WR_ID.offset()));
    }

    /** The queue pair of an entry. */
    static int number(ByteBuffer entries, int entry) {
        return entries.getInt(entry + IbvWc.QP_NUM.offset()) & NUMBER_MASK;
    }

    /** Other queue pairs are known now; what belongs to one that is not counts as lost. */
    void regroup(int from, int to, PairTable table) {
        for (int i = from; i < to; i++) {
            PolledPair before = pairs[i];
            PolledPair now = table.find(number(entries, i * IbvWc.SIZE));
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
        return kinds[i] != PolledPair.OTHER && use(i).ring().state(index(i)) == RingMemory.HELD;
    }

    void giveBack(int i) {
        use(i).giveBack(index(i));
    }

    /** Null if it is gone. */
    @Nullable PolledPair pair(int i) {
        return pairs[i];
    }

    /** As {@link PolledPair#take} said. */
    byte kind(int i) {
        return kinds[i];
    }

    /** The ring of one that has a buffer. */
    RingUse use(int i) {
        PolledPair pair = pairs[i];
        RingUse use = pair == null ? null : pair.ring();
        if (use == null) {
            throw new IllegalStateException("the completion has no buffer of a receive ring");
        }
        return use;
    }

    /** The buffer of one that has one. */
    int index(int i) {
        return (int) entries.getLong(i * IbvWc.SIZE + IbvWc.WR_ID.offset());
    }
}
