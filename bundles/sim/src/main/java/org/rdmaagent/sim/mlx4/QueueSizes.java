// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import org.rdmaagent.spi.mlx4.QpLayout.WorkRing;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WqInit;

/**
 * The sizes of queues as libmlx4 chooses them (its create_qp, create_srq, create_wq), for entries
 * of 32 bytes in completion queues.
 */
public final class QueueSizes {
    /** Bytes of an entry of a completion queue. */
    public static final int CQE_BYTES = 32;

    private static final int SEGMENT = 16;
    private static final int DATAGRAM_SEGMENT = 48;
    private static final int LEAST_CONNECTED = 48;
    private static final int BIND_SEGMENT = 32;
    private static final int INLINE_HEADER = 4;
    private static final int LEAST_SEND_SHIFT = 6;
    private static final int LEAST_RECEIVE_SHIFT = 4;
    private static final int LEAST_SHARED_SHIFT = 5;

    /** The device reads so far ahead in a send queue. */
    private static final int PREFETCHED = 2048;

    private QueueSizes() {}

    /** A completion queue that takes so many completions: one entry more than that. */
    public static Need cq(Purpose purpose, int cqe) {
        Doorbell doorbell = purpose == Purpose.CQ ? Doorbell.CQ : Doorbell.NONE;
        return new Need(purpose, pages((cqe + 1L) * CQE_BYTES), doorbell);
    }

    /** A shared receive queue that takes so many requests; the one that is not rounded. */
    public static Need srq(int granted, int maxSge) {
        int shift = shift(LEAST_SHARED_SHIFT, SEGMENT + maxSge * SEGMENT);
        return new Need(Purpose.SRQ, (granted + 1L) << shift, Doorbell.RQ);
    }

    /** A work queue, which has a send queue of one entry that nobody uses. */
    public static Need wq(WqInit init) {
        long receives = (long) powerOfTwo(init.maxWr()) << receiveShift(init.maxSge());
        return new Need(Purpose.WQ, pages(receives + (1 << LEAST_SEND_SHIFT)), Doorbell.RQ);
    }

    /** A queue pair, by its granted sizes. */
    public static Need qp(QpInit init) {
        Doorbell doorbell = receives(init) == 0 ? Doorbell.NONE : Doorbell.RQ;
        return new Need(Purpose.QP, pages(bytes(send(init)) + bytes(receive(init))), doorbell);
    }

    /** The send queue of a queue pair, where it lies in its memory. */
    public static WorkRing send(QpInit init) {
        if (init.type() == QpType.XRC_RECV) {
            return new WorkRing(0, 0, 0);
        }
        int shift = sendShift(init);
        int spare = (PREFETCHED >> shift) + 1;
        int entries = powerOfTwo(init.capabilities().maxSendWr() + spare);
        boolean behind = receiveShift(init.capabilities().maxRecvSge()) > shift;
        int receives = receives(init) << receiveShift(init.capabilities().maxRecvSge());
        return new WorkRing(entries, shift, behind ? receives : 0);
    }

    /** Its receive queue. */
    public static WorkRing receive(QpInit init) {
        int shift = receiveShift(init.capabilities().maxRecvSge());
        WorkRing send = send(init);
        boolean behind = send.entries() > 0 && shift <= send.entryShift();
        return new WorkRing(receives(init), shift, behind ? (int) bytes(send) : 0);
    }

    private static int receives(QpInit init) {
        return init.type() == QpType.XRC_RECV ? 0 : init.capabilities().maxRecvWr();
    }

    private static long bytes(WorkRing ring) {
        return (long) ring.entries() << ring.entryShift();
    }

    private static int sendShift(QpInit init) {
        QpCapabilities asked = init.capabilities();
        int inline = (int) Pages.round(asked.maxInlineData() + INLINE_HEADER, SEGMENT);
        int size = Math.max(inline, asked.maxSendSge() * SEGMENT);
        size =
                switch (init.type()) {
                    case UD -> size + DATAGRAM_SEGMENT;
                    case UC -> size + SEGMENT;
                    default -> Math.max(size + SEGMENT, LEAST_CONNECTED);
                };
        return shift(LEAST_SEND_SHIFT, Math.max(size, BIND_SEGMENT) + SEGMENT);
    }

    private static int receiveShift(int maxSge) {
        return shift(LEAST_RECEIVE_SHIFT, maxSge * SEGMENT);
    }

    private static int shift(int least, int bytes) {
        return Math.max(least, Integer.numberOfTrailingZeros(powerOfTwo(bytes)));
    }

    private static int powerOfTwo(int least) {
        return least <= 1 ? 1 : Integer.highestOneBit(least - 1) << 1;
    }

    private static long pages(long bytes) {
        return Pages.round(bytes, Pages.BYTES);
    }
}
