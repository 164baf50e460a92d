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

    /** Posts it ({@code ibv_post_send(3)}); the answer is the function's. */
    public int post(long qp, long wrId, long firstByte, int bytes, int lkey) {
        request.putLong(IbvSendWr.WR_ID.offset(), wrId);
        request.putLong(SEGMENT + IbvSge.ADDR.offset(), firstByte);
        request.putInt(SEGMENT + IbvSge.LENGTH.offset(), bytes);
        request.putInt(SEGMENT + IbvSge.LKEY.offset(), lkey);
        return calls.postSend(qp, address, address + BAD);
    }
}
