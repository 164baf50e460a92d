// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.rdmaagent.jna.verbs.completion.PairStruct;
import org.rdmaagent.jna.verbs.completion.PairTable;
import org.rdmaagent.jna.verbs.completion.PolledPair;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.mlx4.QpLayout;

/**
 * The receive queue of a queue pair that Java posts to, from the buffers of a ring. It belongs to
 * the provider's registry, as long as the pair has the ring. Receives complete in the order of
 * their posting, so that no entry need say which it is of.
 *
 * <p>One thread posts and takes: that of the port. Buffers that another port has (what was sent
 * from them reports there) are pushed to a stack, which that thread takes as a whole.
 */
public final class DirectReceives implements PairTable.Numbered, RingMemory.Owner {
    /** MLX4_INVALID_LKEY of mlx4dv.h, big endian: ends a list of segments. */
    private static final int END_OF_LIST = Integer.reverseBytes(0x100);

    /** {@code struct mlx4_wqe_data_seg}: byte_count, lkey, addr. */
    private static final int LKEY = 4;

    private static final int ADDRESS = 8;
    private static final int SEGMENT_SHIFT = 4;
    private static final int SEGMENT = 1 << SEGMENT_SHIFT;
    private static final int COUNTER = 0xffff;
    private static final int NONE = -1;

    /** Read by the hot loop. */
    final int numberWord;

    private final int mask;

    /** The buffer that the entry in each slot describes; {@link #NONE} if that is not known. */
    private final int[] buffers;

    /** What was taken; counts on. */
    int tail;

    private final DirectQueue queue;
    private final PolledPair pair;
    private final RingMemory ring;
    private final int lkey;
    private final long firstEntry;
    private final int entryShift;
    private final long record;

    /** Where the library keeps what state the pair is in. */
    private final long state;

    private final int levelShift;
    private final ByteBuffer payload;
    private final ByteBuffer whole;
    private final AtomicInteger returned = new AtomicInteger(NONE);
    private final int[] below;
    private int head;
    private int rung;
    private boolean dead;
    private boolean gone;

    /** Whether it is one of these. */
    private boolean shut;

    /**
     * Takes over what the library has posted; nobody posts meanwhile.
     *
     * @param pair its ring is one of its own
     * @param ethernet whether its port is one of Ethernet
     * @throws IllegalArgumentException if receives are outstanding that are not of the ring
     */
    public DirectReceives(
            DirectQueue queue,
            PolledPair pair,
            RingMemory ring,
            boolean ethernet,
            QpLayout layout) {
        this.queue = queue;
        this.pair = pair;
        this.ring = ring;
        this.levelShift = ethernet ? 13 : 12;
        this.numberWord = Integer.reverseBytes(pair.number());
        this.mask = layout.receive().entries() - 1;
        this.entryShift = layout.receive().entryShift();
        this.firstEntry = layout.buffer() + layout.receive().offset();
        this.record = layout.receiveRecord();
        this.state = pair.struct().stateAddress();
        this.lkey = Integer.reverseBytes(ring.lkey());
        this.payload = ring.view();
        this.whole = ring.view();
        this.below = new int[ring.count()];
        this.buffers = new int[mask + 1];
        Arrays.fill(buffers, NONE);
        this.head = counter(layout);
        this.rung = head;
        this.tail = head - ring.posted();
        for (int i = tail; i != head; i++) {
            buffers[i & mask] = bufferOf(new Pointer(entry(i)));
        }
    }

    private long entry(int index) {
        return firstEntry + ((long) (index & mask) << entryShift);
    }

    private static int counter(QpLayout layout) {
        return Integer.reverseBytes(new Pointer(layout.receiveRecord()).getInt(0)) & COUNTER;
    }

    /** Whether receives were posted to a queue since its pair was reset (up to 65,535 of them). */
    public static boolean everPosted(QpLayout layout) {
        return counter(layout) != 0;
    }

    private int bufferOf(Pointer entry) {
        long offset = Long.reverseBytes(entry.getLong(ADDRESS)) - ring.bufferAddress(0);
        long index = offset / ring.bytesEach();
        boolean own =
                entry.getInt(LKEY) == lkey
                        && offset >= 0
                        && offset % ring.bytesEach() == 0
                        && index < ring.count();
        if (!own) {
            throw new IllegalArgumentException(
                    "receives are outstanding that were not posted by its receive ring");
        }
        return (int) index;
    }

    @Override
    public int number() {
        return pair.number();
    }

    /** The buffer of a receive, counted on. Written so that the compiler drops its own check. */
    int buffer(int receive) {
        int[] all = buffers;
        return all[receive & all.length - 1];
    }

    /** How far the service level is up in its 16 bits. */
    int levelShift() {
        return levelShift;
    }

    PolledPair pair() {
        return pair;
    }

    RingMemory ring() {
        return ring;
    }

    /** The message in a buffer; the same object each time. */
    ByteBuffer payload(int index, int skip, int bytes) {
        int start = index * ring.bytesEach();
        payload.limit(start + bytes);
        payload.position(start + skip);
        return payload;
    }

    /** All buffers, big-endian; read it by absolute offsets. */
    ByteBuffer whole() {
        return whole;
    }

    /** What is flushed comes back at once: nothing is posted any more. */
    void dies() {
        dead = true;
        shut = true;
    }

    /** Whether the pair is being closed. */
    boolean isGone() {
        return gone;
    }

    /** The pair is being closed, or is not after all. */
    void gone(boolean value) {
        gone = value;
        shut = value || dead;
    }

    /** Takes the next one; its buffer. */
    int take() {
        return buffer(tail++);
    }

    /** Whether something was posted that the device does not know of. */
    boolean isDirty() {
        return head != rung;
    }

    /** Writes the entry of a buffer; {@link #ring} shows it to the device. */
    void post(int index, MemoryAccess memory) {
        int[] all = buffers;
        int next = head;
        int slot = next & all.length - 1;
        if (all[slot] != index) {
            all[slot] = index;
            write(entry(slot), index, memory);
        }
        head = next + 1;
    }

    /**
     * Posts the buffers of receives that were taken, all of them and in their order, if their
     * places are the next ones.
     *
     * @param first of them, counted on
     */
    boolean postAgain(int first, int count) {
        int next = head;
        if (((next - first) & mask) != 0) {
            return false;
        }
        head = next + count;
        return true;
    }

    private void write(long entry, int index, MemoryAccess memory) {
        memory.putInt(entry, Integer.reverseBytes(ring.bytesEach()));
        memory.putInt(entry + LKEY, lkey);
        memory.putLong(entry + ADDRESS, Long.reverseBytes(ring.bufferAddress(index)));
        if (entryShift > SEGMENT_SHIFT) {
            memory.putInt(entry + SEGMENT, 0);
            memory.putInt(entry + SEGMENT + LKEY, END_OF_LIST);
            memory.putLong(entry + SEGMENT + ADDRESS, 0);
        }
    }

    /** Shows the device what was posted, which is something. */
    void ring(MemoryAccess memory) {
        if (shut) {
            lose();
        } else {
            ringOpen(memory);
        }
    }

    /**
     * The same, of one that {@link #isShut} was not at the last change. It and what it calls have
     * at most 35 bytes of code: where most polls find nothing, the compiler leaves a larger method
     * out of a poll.
     */
    void ringOpen(MemoryAccess memory) {
        if (PairStruct.canReceive(memory.getInt(state))) {
            show(memory, head);
        } else {
            lose();
        }
    }

    private void show(MemoryAccess memory, int next) {
        rung = next;
        memory.putIntRelease(record, Integer.reverseBytes(next & COUNTER));
    }

    /** Whether nothing is posted to it any more, as far as the port was told or has read. */
    boolean isShut() {
        return shut;
    }

    private void lose() {
        ring.countLost(head - rung);
        head = rung;
    }

    /** Posts what other ports gave back. */
    void collect(MemoryAccess memory) {
        int index = returned.getAndSet(NONE);
        while (index != NONE) {
            int next = below[index];
            post(index, memory);
            index = next;
        }
    }

    @Override
    public void giveBack(int index) {
        int top;
        do {
            top = returned.get();
            below[index] = top;
        } while (!returned.compareAndSet(top, index));
        queue.returned();
    }

    /** Two counts that one thread writes, read one after the other: some polls old at the most. */
    @Override
    public int posted() {
        return Math.max(0, rung - tail);
    }

    @Override
    public int held() {
        return Math.max(0, ring.count() - ring.lost() - posted());
    }
}
