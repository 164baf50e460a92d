// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvSendWr;
import org.rdmaagent.jna.layout.IbvSge;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;

/** One send request that is filled and posted again and again. Used by the port's thread. */
public final class ReplyPost {
    private static final int SEGMENT = IbvSendWr.SIZE;
    private static final int BAD = SEGMENT + IbvSge.SIZE;
    private static final int BYTES = BAD + Native.POINTER_SIZE;

    private final DriverCalls calls;
    private final CStruct memory = CStruct.allocate(BYTES);
    private final long address = Pointer.nativeValue(memory.pointer());
    private final ByteBuffer request;

    /** Of one driver. */
    public ReplyPost(DriverCalls calls) {
        this.calls = calls;
        this.request = memory.pointer().getByteBuffer(0, BYTES).order(ByteOrder.nativeOrder());
        memory.put(IbvSendWr.SG_LIST, address + SEGMENT)
                .put(IbvSendWr.NUM_SGE, 1)
                .put(IbvSendWr.OPCODE, SendOpcode.SEND.code())
                .put(IbvSendWr.SEND_FLAGS, SendFlag.SIGNALED.code());
    }

    /** Says to whom the next datagram goes. */
    public void target(long handle, int pair, int qkey) {
        request.putLong(IbvSendWr.WR_UD_AH.offset(), handle);
        request.putInt(IbvSendWr.WR_UD_REMOTE_QPN.offset(), pair);
        request.putInt(IbvSendWr.WR_UD_REMOTE_QKEY.offset(), qkey);
    }

    /**
     * A reply fits the buffer that it is sent from.
     *
     * @throws IllegalArgumentException if it does not
     */
    public static void requireFit(PolledPair pair, RingMemory ring, int bytes) {
        int most = ring.bytesEach() - pair.skip();
        if (bytes < 0 || bytes > most) {
            throw new IllegalArgumentException(
                    "a reply from this buffer has 0 to " + most + " bytes, not " + bytes);
        }
    }

    /**
     * Sends from a buffer ({@code ibv_post_send(3)}).
     *
     * @param otherwise what the buffer is if it cannot be sent
     * @return whether it is sent
     */
    public boolean send(PolledPair pair, RingMemory ring, int index, int bytes, byte otherwise) {
        // Before it is posted: its completion may be met by another port at once.
        ring.state(index, RingMemory.REPLYING);
        long firstByte = ring.bufferAddress(index) + pair.skip();
        boolean sent =
                pair.struct().canSend()
                        && post(pair.address(), index, firstByte, bytes, ring.lkey()) == 0;
        if (!sent) {
            ring.state(index, otherwise);
        }
        return sent;
    }

    /** Posts it ({@code ibv_post_send(3)}); the answer is the function's. */
    private int post(long qp, long wrId, long firstByte, int bytes, int lkey) {
        request.putLong(IbvSendWr.WR_ID.offset(), wrId);
        request.putLong(SEGMENT + IbvSge.ADDR.offset(), firstByte);
        request.putInt(SEGMENT + IbvSge.LENGTH.offset(), bytes);
        request.putInt(SEGMENT + IbvSge.LKEY.offset(), lkey);
        return calls.postSend(qp, address, address + BAD);
    }
}
