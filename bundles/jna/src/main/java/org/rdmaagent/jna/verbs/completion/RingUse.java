// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.spi.completion.DriverCalls;

/** The use of a ring by one port: what is to be posted again at its next flush. */
public final class RingUse {
    private static final int NONE = -1;

    private final RingMemory ring;
    private final DriverCalls calls;
    private final long queue;
    private final @Nullable PairStruct pair;
    private final CStruct badPlace = CStruct.allocate(Native.POINTER_SIZE);
    private final long badAddress = Pointer.nativeValue(badPlace.pointer());
    private final ByteBuffer bad;
    private final ByteBuffer whole;
    private final ByteBuffer payload;
    private int first = NONE;
    private int last = NONE;
    private int returned;
    private int taken;
    private boolean dead;

    private RingUse(RingMemory ring, DriverCalls calls, long queue, @Nullable PairStruct pair) {
        this.ring = ring;
        this.calls = calls;
        this.queue = queue;
        this.pair = pair;
        this.bad =
                badPlace.pointer()
                        .getByteBuffer(0, Native.POINTER_SIZE)
                        .order(ByteOrder.nativeOrder());
        this.whole = ring.view();
        this.payload = ring.view();
    }

    /**
     * Of a queue pair's own ring.
     *
     * @param struct of the pair
     */
    public static RingUse ofPair(
            RingMemory ring, DriverCalls calls, Pointer qp, PairStruct struct) {
        return new RingUse(ring, calls, Pointer.nativeValue(qp), struct);
    }

    /** Of a shared receive queue's ring. */
    public static RingUse ofShared(RingMemory ring, DriverCalls calls, Pointer srq) {
        return new RingUse(ring, calls, Pointer.nativeValue(srq), null);
    }

    /** The ring. */
    public RingMemory ring() {
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

    /** The completion of a posted buffer was taken. */
    void take(int index) {
        ring.state(index, RingMemory.HELD);
        taken++;
    }

    /** Tells the counts what was taken. */
    public void countTaken() {
        if (taken > 0) {
            ring.count(-taken, taken, 0);
            taken = 0;
        }
    }

    /** The queue pair flushes what is posted: what would be posted now comes back at once. */
    void dies() {
        dead |= pair != null;
    }

    /** A held buffer is to be posted again. */
    void giveBack(int index) {
        // Nobody else can meet it before it is: the state need not tell the two apart.
        ring.state(index, RingMemory.POSTED);
        if (first == NONE) {
            first = index;
        } else {
            ring.chain(last, index);
        }
        last = index;
        returned++;
    }

    /** A held buffer will not be posted again. */
    void lose(int index) {
        ring.state(index, RingMemory.LOST);
        ring.count(0, -1, 1);
    }

    /** Posts what was given back, in one call. */
    public void post() {
        if (first == NONE) {
            return;
        }
        int chained = returned;
        int begin = first;
        ring.chain(last, NONE);
        first = NONE;
        last = NONE;
        returned = 0;
        RingMemory.Owner owner = ring.owner();
        if (owner != null) {
            giveBackFrom(begin, owner);
            return;
        }
        int lost = canReceive() ? postFrom(begin) : loseFrom(begin);
        ring.count(chained - lost, -chained, lost);
    }

    private void giveBackFrom(int begin, RingMemory.Owner owner) {
        int index = begin;
        while (index != NONE) {
            int next = ring.next(index); // it may be posted again at once
            owner.giveBack(index);
            index = next;
        }
    }

    /** How many were not taken. */
    private int postFrom(int begin) {
        bad.putLong(0, 0);
        long start = ring.requestAddress(begin);
        int answer =
                pair == null
                        ? calls.postSrqRecv(queue, start, badAddress)
                        : calls.postRecv(queue, start, badAddress);
        if (answer == 0) {
            return 0;
        }
        int refused = ring.indexOf(bad.getLong(0));
        // A driver that names no request has taken none that is known.
        return loseFrom(refused < 0 ? begin : refused);
    }

    private int loseFrom(int index) {
        int lost = 0;
        for (int i = index; i != NONE; i = ring.next(i)) {
            ring.state(i, RingMemory.LOST);
            lost++;
        }
        return lost;
    }

    private boolean canReceive() {
        return pair == null || (!dead && pair.canReceive());
    }
}
