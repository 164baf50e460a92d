// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.jna.verbs.completion.PolledPair;
import org.rdmaagent.jna.verbs.completion.ReplyPost;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;

/**
 * Sends messages back from the buffers that they came in. The send queue is the library's, which
 * wants a {@code struct ibv_wc} to find the way to the sender of a datagram. Used by the port's
 * thread.
 */
final class DirectReply {
    private static final int PATH_BITS = 0x7f;
    private static final int PKEY_INDEX = 0x7f;

    private final MemoryAccess memory;
    private final ReplyPost requests;
    private final CStruct struct = CStruct.allocate(IbvWc.SIZE);
    private final ByteBuffer completion;

    DirectReply(MemoryAccess memory, DriverCalls calls) {
        this.memory = memory;
        this.requests = new ReplyPost(calls);
        Pointer place = struct.pointer();
        this.completion = place.getByteBuffer(0, IbvWc.SIZE).order(ByteOrder.nativeOrder());
    }

    /**
     * Sends.
     *
     * @param entry of the completion
     * @param batch it is the current one of
     * @return false if there is no way or no room
     */
    boolean send(DirectReceives receives, long entry, int index, int bytes, DirectBatch batch) {
        return hasWay(receives, entry, index, batch)
                && requests.send(receives.pair(), receives.ring(), index, bytes, RingMemory.POSTED);
    }

    private boolean hasWay(DirectReceives receives, long entry, int index, DirectBatch batch) {
        PolledPair.Routes routes = receives.pair().routes();
        if (routes == null) {
            return !receives.pair().datagrams();
        }
        int remote = Integer.reverseBytes(memory.getInt(entry + Cqe.REMOTE_QPN));
        int immediate = Integer.reverseBytes(memory.getInt(entry + Cqe.IMMEDIATE));
        int level =
                Short.toUnsignedInt(Short.reverseBytes(memory.getShort(entry + Cqe.SL_VID)))
                        >> receives.levelShift();
        completion.putInt(IbvWc.QP_NUM.offset(), receives.number());
        completion.putInt(IbvWc.SRC_QP.offset(), remote & Cqe.NUMBER);
        completion.putInt(IbvWc.WC_FLAGS.offset(), batch.flags());
        completion.putInt(IbvWc.BYTE_LEN.offset(), batch.byteLen());
        completion.putShort(IbvWc.PKEY_INDEX.offset(), (short) (immediate & PKEY_INDEX));
        completion.putShort(IbvWc.SLID.offset(), (short) batch.slid());
        completion.put(IbvWc.SL.offset(), (byte) level);
        completion.put(IbvWc.DLID_PATH_BITS.offset(), (byte) (remote >>> 24 & PATH_BITS));
        int headerAt = index * receives.ring().bytesEach();
        long handle = routes.to(completion, 0, receives.whole(), headerAt);
        if (handle != 0) {
            requests.target(handle, batch.srcQp(), routes.qkey());
        }
        return handle != 0;
    }
}
