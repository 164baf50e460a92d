// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * A queue pair as a port sees it.
 *
 * @param number its own, 24 bits
 * @param address of its struct
 * @param struct its state
 * @param datagrams whether messages begin with the 40 bytes for the network header
 * @param receivesHere whether its receives report to the port's queue
 * @param ring where its receives take their buffers from, if the agent posts them
 * @param routes the ways back to who sent it datagrams
 */
public record PolledPair(
        int number,
        long address,
        PairStruct struct,
        boolean datagrams,
        boolean receivesHere,
        @Nullable RingUse ring,
        @Nullable Routes routes)
        implements PairTable.Numbered {
    /** Bytes of a buffer before the payload of a datagram. */
    static final int HEADER_BYTES = 40;

    /** A completion that has no buffer. */
    static final byte OTHER = 0;

    /** A receive with a buffer. */
    static final byte RECEIVE = 1;

    /** The send of a reply, with the buffer that it was sent from. */
    static final byte REPLY = 2;

    /** The ways back to the senders of datagrams. Used by the port's thread. */
    public interface Routes {
        /**
         * The {@code struct ibv_ah} to a sender; made when it is seen for the first time.
         *
         * @param completion of the datagram ({@code struct ibv_wc}), and where it begins
         * @param headers the ring's buffers, and where the header is
         * @return 0 if there is no way, or no room for one more sender
         */
        long to(ByteBuffer completion, int at, ByteBuffer headers, int headerAt);

        /** The queue pair's own Q_Key; known after {@link #to} found a way. */
        int qkey();
    }

    /** Bytes of a buffer before the payload. */
    public int skip() {
        return datagrams ? HEADER_BYTES : 0;
    }

    /** What a completion is, and takes its buffer. */
    byte take(int status, int opcode, long wrId) {
        RingUse use = ring;
        if (use == null || wrId < 0 || wrId >= use.ring().count()) {
            return OTHER;
        }
        int index = (int) wrId;
        byte state = use.ring().state(index);
        boolean failed = status != WorkCompletionStatus.SUCCESS.code();
        // A failure does not say what failed: the buffer knows.
        boolean receive = failed ? state == RingMemory.POSTED : isReceive(opcode);
        if (receive) {
            if (!receivesHere || state != RingMemory.POSTED) {
                return OTHER;
            }
            use.take(index);
            if (status == WorkCompletionStatus.WR_FLUSH_ERR.code()) {
                use.dies();
            }
            return RECEIVE;
        }
        if (state != RingMemory.REPLYING) {
            return OTHER;
        }
        use.ring().state(index, RingMemory.HELD);
        return REPLY;
    }

    private static boolean isReceive(int opcode) {
        return (opcode & WorkCompletionOpcode.RECV.code()) != 0;
    }
}
