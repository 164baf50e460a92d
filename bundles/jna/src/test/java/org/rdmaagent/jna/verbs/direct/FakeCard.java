// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.List;
import org.rdmaagent.jna.layout.IbvQp;
import org.rdmaagent.jna.verbs.completion.JnaAccess;
import org.rdmaagent.jna.verbs.completion.PairStruct;
import org.rdmaagent.jna.verbs.completion.PolledPair;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.verbs.QpState;

/** Memory laid out as mlx4's queues are, and the test in the place of the card. */
final class FakeCard implements AutoCloseable {
    static final int ENTRIES = 64;
    static final int BUFFERS = 32;
    static final int BUFFER_BYTES = 128;
    static final int LKEY = 0x1234_5678;
    static final int NUMBER = 0x48;

    private static final int SLOTS = 32;
    private static final int RECORDS = 16;
    private static final int COUNTER = 0xffff;

    final MemoryAccess memory = JnaAccess.INSTANCE.memory();
    final DirectQueue queue;
    final DirectReader reader;
    final DirectReceives receives;
    final RingMemory ring;

    private final Memory cq;
    private final Memory rq;
    private final Memory records = new Memory(RECORDS);
    private final Memory buffers = new Memory((long) BUFFERS * BUFFER_BYTES);
    private final Memory qp = new Memory(IbvQp.QP_TYPE.offset());
    private final int entryBytes;
    private final int slotShift;
    private int produced;
    private int received;
    private boolean rung;

    /**
     * A queue with one pair, whose ring the library has posted.
     *
     * @param index of the next completion
     * @param posted what was posted to the receive queue before
     */
    FakeCard(int entryBytes, int slotShift, int index, int posted) {
        this.entryBytes = entryBytes;
        this.slotShift = slotShift;
        this.cq = new Memory((long) ENTRIES * entryBytes);
        this.rq = new Memory((long) SLOTS << slotShift);
        this.produced = index;
        this.received = posted;
        rq.clear();
        qp.clear();
        qp.setInt(IbvQp.STATE.offset(), QpState.RTS.code());
        records.setInt(0, Integer.reverseBytes(index & 0xff_ffff));
        records.setInt(4, Integer.reverseBytes(posted + BUFFERS & COUNTER));
        for (int i = 0; i < ENTRIES; i++) {
            int at = index + i;
            cq.setByte(owner(at), (byte) ((at & ENTRIES) == 0 ? 0x80 : 0));
        }
        long first = Pointer.nativeValue(buffers);
        this.ring =
                new RingMemory(
                        BUFFERS,
                        new RingMemory.Buffers(
                                first,
                                LKEY,
                                BUFFER_BYTES,
                                () -> buffers.getByteBuffer(0, buffers.size())));
        ring.postAll((list, bad) -> 0);
        for (int i = 0; i < BUFFERS; i++) {
            long slot = slot(posted + i);
            rq.setInt(slot + 4, Integer.reverseBytes(LKEY));
            rq.setLong(slot + 8, Long.reverseBytes(first + (long) i * BUFFER_BYTES));
        }
        this.queue = new DirectQueue(cqLayout(), 0);
        this.reader = new DirectReader(queue, memory, new NoCalls(), () -> rung = true);
        this.receives = new DirectReceives(queue, pair(), ring, false, qpLayout());
        ring.own(receives);
        reader.use(List.of(receives));
    }

    /** As a port does. */
    int poll(int max) {
        int found = isRung() ? DirectReader.OTHER : reader.pollPlain(max);
        if (found != DirectReader.OTHER) {
            return found;
        }
        rung = false;
        return reader.poll(max);
    }

    /** Whether the bell of the reader was rung since the last poll. */
    boolean isRung() {
        return rung;
    }

    private CqLayout cqLayout() {
        long place = Pointer.nativeValue(records);
        return new CqLayout(
                Pointer.nativeValue(cq), 7, ENTRIES, entryBytes, place, place + 8, 2, 0);
    }

    private QpLayout qpLayout() {
        QpLayout.WorkRing none = new QpLayout.WorkRing(0, 0, 0);
        QpLayout.WorkRing all = new QpLayout.WorkRing(SLOTS, slotShift, 0);
        return new QpLayout(
                Pointer.nativeValue(rq),
                rq.size(),
                Pointer.nativeValue(records) + 4,
                0,
                0,
                none,
                all);
    }

    private PolledPair pair() {
        PairStruct struct = new PairStruct(qp);
        return new PolledPair(NUMBER, Pointer.nativeValue(qp), struct, true, true, null, null);
    }

    private long owner(int index) {
        return ((long) (index & (ENTRIES - 1)) + 1) * entryBytes - 1;
    }

    private long slot(int index) {
        return (long) (index & (SLOTS - 1)) << slotShift;
    }

    /** The next receive of the queue pair is done; what it was posted with. */
    int complete(int number, int opcode, int syndrome, int bytes) {
        long entry = owner(produced) + 1 - Cqe.SIZE;
        cq.setInt(entry, Integer.reverseBytes(0x2000_0000 | number));
        cq.setInt(entry + Cqe.BYTE_COUNT, Integer.reverseBytes(bytes));
        cq.setByte(entry + Cqe.VENDOR_ERROR, (byte) 0x7e);
        cq.setByte(entry + Cqe.SYNDROME, (byte) syndrome);
        int round = (produced & ENTRIES) == 0 ? 0 : 0x80;
        produced++;
        cq.setByte(entry + Cqe.SIZE - 1, (byte) (round | opcode));
        return number == NUMBER ? take() : -1;
    }

    /** The buffer of the next receive, as its entry tells the card. */
    private int take() {
        long slot = slot(received++);
        assertEquals(LKEY, Integer.reverseBytes(rq.getInt(slot + 4)), "its key");
        long address = Long.reverseBytes(rq.getLong(slot + 8));
        return (int) ((address - Pointer.nativeValue(buffers)) / BUFFER_BYTES);
    }

    /** What ends the list of segments of a receive, as the card reads it. */
    long terminator(int index) {
        return rq.getLong(slot(index) + 16);
    }

    /** All entries of the receive queue. */
    byte[] receiveQueue() {
        return rq.getByteArray(0, (int) rq.size());
    }

    /** What was consumed, as the card knows it: 24 bits. */
    int consumed() {
        return Integer.reverseBytes(records.getInt(0));
    }

    /** The counter of posted receives, as the card knows it: all 32 bits of its word. */
    int posted() {
        return Integer.reverseBytes(records.getInt(4));
    }

    int produced() {
        return produced;
    }

    int received() {
        return received;
    }

    @Override
    public void close() {
        cq.close();
        rq.close();
        records.close();
        buffers.close();
        qp.close();
    }

    /** Nothing is called. */
    static final class NoCalls extends DriverCalls {
        @Override
        public int pollCq(long cq, int entries, long completions) {
            throw new AssertionError("poll_cq");
        }

        @Override
        public int reqNotifyCq(long cq, int solicitedOnly) {
            throw new AssertionError("req_notify_cq");
        }

        @Override
        public int postRecv(long qp, long first, long bad) {
            throw new AssertionError("post_recv");
        }

        @Override
        public int postSrqRecv(long srq, long first, long bad) {
            throw new AssertionError("post_srq_recv");
        }

        @Override
        public int postSend(long qp, long first, long bad) {
            throw new AssertionError("post_send");
        }
    }
}
