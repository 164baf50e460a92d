// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvRecvWr;
import org.rdmaagent.jna.layout.IbvSge;

/**
 * The receive requests of a ring, ready to be posted, and where each of its buffers is.
 *
 * <p>A buffer belongs to one thread at a time: the one that took its completion, until it is posted
 * again. So different threads (the queue pairs of a shared receive queue may report to different
 * completion queues) never touch the same request; the counts are atomic.
 */
public final class RingMemory {
    /** Who posts and takes its buffers, if that is not the library. For any thread. */
    public interface Owner {
        /** Buffers that wait for a message. */
        int posted();

        /** Buffers that were handed out and not given back. */
        int held();

        /** Another thread gives one back. */
        void giveBack(int index);
    }

    /** It is not posted, and nobody will post it again. */
    static final byte LOST = 0;

    /** It waits for a message, or was given back and is about to be posted. */
    public static final byte POSTED = 1;

    /** It was handed out with a completion. */
    public static final byte HELD = 2;

    /** A reply is sent from it. */
    public static final byte REPLYING = 3;

    private final CStruct memory;
    private final ByteBuffer requests;
    private final long address;
    private final byte[] states;
    private final AtomicInteger posted = new AtomicInteger();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final Buffers buffers;
    private volatile @Nullable Owner owner;

    /**
     * The memory that a ring divides.
     *
     * @param address of the first buffer
     * @param lkey of its region
     * @param bytesEach size of a buffer
     * @param view makes a view of the region, from its first byte; keeps it mapped
     */
    public record Buffers(long address, int lkey, int bytesEach, Supplier<ByteBuffer> view) {}

    /** Prepares the requests; posts none. */
    public RingMemory(int count, Buffers buffers) {
        this.buffers = buffers;
        this.states = new byte[count];
        long segments = (long) count * IbvRecvWr.SIZE;
        this.memory = CStruct.allocate(segments + (long) count * IbvSge.SIZE);
        this.address = Pointer.nativeValue(memory.pointer());
        this.requests = memory.pointer().getByteBuffer(0, segments).order(ByteOrder.nativeOrder());
        for (int i = 0; i < count; i++) {
            long segment = segments + (long) i * IbvSge.SIZE;
            memory.part(segment)
                    .put(IbvSge.ADDR, bufferAddress(i))
                    .put(IbvSge.LENGTH, buffers.bytesEach())
                    .put(IbvSge.LKEY, buffers.lkey());
            memory.part((long) i * IbvRecvWr.SIZE)
                    .put(IbvRecvWr.WR_ID, i)
                    .put(IbvRecvWr.SG_LIST, address + segment)
                    .put(IbvRecvWr.NUM_SGE, 1);
        }
    }

    /** How many buffers. */
    public int count() {
        return states.length;
    }

    /** Bytes of each. */
    public int bytesEach() {
        return buffers.bytesEach();
    }

    /** Of its region. */
    public int lkey() {
        return buffers.lkey();
    }

    /** A view of all buffers, big-endian. */
    public ByteBuffer view() {
        return buffers.view().get();
    }

    /** Where a buffer is. */
    public long bufferAddress(int index) {
        return buffers.address() + (long) index * buffers.bytesEach();
    }

    /** Buffers that wait for a message. Any thread. */
    public int posted() {
        Owner own = owner;
        return own == null ? posted.get() : own.posted();
    }

    /** Buffers that were handed out and not given back. Any thread. */
    public int held() {
        Owner own = owner;
        return own == null ? held.get() : own.held();
    }

    /** Buffers that could not be posted again. Any thread. */
    public int lost() {
        return lost.get();
    }

    /** From now on it is posted and taken by somebody else; for good. */
    public void own(Owner next) {
        owner = next;
    }

    /** Who posts and takes it; null for the library. */
    @Nullable Owner owner() {
        return owner;
    }

    /** So many buffers could not be posted again. */
    public void countLost(int more) {
        lost.getAndAdd(more);
    }

    byte state(int index) {
        return states[index];
    }

    /** What becomes of a buffer. */
    public void state(int index, byte state) {
        states[index] = state;
    }

    void count(int morePosted, int moreHeld, int moreLost) {
        if (morePosted != 0) {
            posted.getAndAdd(morePosted);
        }
        if (moreHeld != 0) {
            held.getAndAdd(moreHeld);
        }
        if (moreLost != 0) {
            lost.getAndAdd(moreLost);
        }
    }

    /**
     * The completion of a buffer was taken by somebody who cannot give the buffer back: it is lost.
     *
     * @param failed if so, what completed is not known
     * @param receive whether it was a receive, if it did not fail
     */
    public void takenByOthers(long wrId, boolean failed, boolean receive) {
        if (wrId < 0 || wrId >= states.length) {
            return;
        }
        int index = (int) wrId;
        if (states[index] == POSTED && (failed || receive)) {
            states[index] = LOST;
            count(-1, 0, 1);
        } else if (states[index] == REPLYING && (failed || !receive)) {
            states[index] = LOST;
            count(0, -1, 1);
        }
    }

    long requestAddress(int index) {
        return address + (long) index * IbvRecvWr.SIZE;
    }

    /** Chains one request to the next one; -1 ends the chain. */
    void chain(int index, int next) {
        requests.putLong(
                index * IbvRecvWr.SIZE + IbvRecvWr.NEXT.offset(),
                next < 0 ? 0 : requestAddress(next));
    }

    /** The next request of a chain; -1 at its end. */
    int next(int index) {
        long next = requests.getLong(index * IbvRecvWr.SIZE + IbvRecvWr.NEXT.offset());
        return next == 0 ? -1 : (int) ((next - address) / IbvRecvWr.SIZE);
    }

    /** What posts a chain: {@code ibv_post_recv(3)} or {@code ibv_post_srq_recv(3)}. */
    @FunctionalInterface
    public interface Post {
        /** Answers as the C function does. */
        int post(long first, long bad);
    }

    /**
     * Posts all of them for the first time.
     *
     * @return how many were taken, and the answer of the function
     */
    public First postAll(Post post) {
        int count = states.length;
        for (int i = 0; i < count; i++) {
            chain(i, i + 1 < count ? i + 1 : -1);
            state(i, POSTED);
        }
        count(count, 0, 0);
        int answer;
        long bad;
        try (CStruct place = CStruct.allocate(Native.POINTER_SIZE)) {
            answer = post.post(address, Pointer.nativeValue(place.pointer()));
            bad = place.pointer().getLong(0);
        }
        int taken = answer == 0 ? count : Math.max(0, indexOf(bad));
        for (int i = taken; i < count; i++) {
            state(i, LOST);
        }
        count(taken - count, 0, count - taken);
        return new First(taken, answer);
    }

    /** Which request lies at an address; -1 if none does. */
    int indexOf(long request) {
        long index = (request - address) / IbvRecvWr.SIZE;
        return request >= address && index < states.length ? (int) index : -1;
    }

    /**
     * The end of {@link #postAll}.
     *
     * @param taken how many are posted
     * @param answer of the function; 0 if all are
     */
    public record First(int taken, int answer) {}
}
