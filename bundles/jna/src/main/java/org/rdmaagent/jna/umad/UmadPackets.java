// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import com.sun.jna.Native;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.UserMad;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadReply;

/** The buffers between Java and libibumad: a header of the kernel's, then the MAD. One thread. */
final class UmadPackets {
    private static final int MAD_BYTES = 256;

    /**
     * The kernel joins the packets of an RMPP answer; SA tables of large subnets are below this.
     */
    private static final int MAX_MAD_BYTES = 1 << 28;

    private final int headerBytes;
    private final NativeBuffer sent;
    private final NativeBuffer length = new NativeBuffer(Integer.BYTES);
    private NativeBuffer received;
    private int receiveErrno;

    /**
     * @param headerBytes what {@code umad_size(3)} tells
     */
    UmadPackets(int headerBytes) {
        this.headerBytes = headerBytes;
        sent = new NativeBuffer(headerBytes + MAD_BYTES);
        received = new NativeBuffer(headerBytes + MAD_BYTES);
    }

    /** 0, or a negative number as {@code umad_send(3)} returns it. */
    int send(int fd, int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
        address(sent.bytes, headerBytes, to);
        sent.bytes.put(headerBytes, mad, mad.position(), MAD_BYTES);
        // No retries by the kernel: each would run unseen, behind the caller's own timer.
        return UmadCalls.umad_send(fd, agent, sent.address, MAD_BYTES, timeoutMillis, 0);
    }

    /** What {@code umad_set_addr(3)} writes; the rest of the header is zero. */
    static void address(ByteBuffer umad, int headerBytes, MadAddress to) {
        for (int at = 0; at < headerBytes; at += Long.BYTES) {
            umad.putLong(at, 0);
        }
        ByteOrder order = umad.order();
        umad.order(ByteOrder.BIG_ENDIAN);
        umad.putInt(UserMad.QPN.offset(), to.qpn());
        umad.putInt(UserMad.QKEY.offset(), to.qkey());
        umad.putShort(UserMad.LID.offset(), (short) to.lid().value());
        umad.order(order);
        umad.put(UserMad.SL.offset(), (byte) to.sl());
    }

    /**
     * Reads one MAD, however long.
     *
     * @return null if it failed: {@link #receiveErrno}
     */
    @Nullable MadReply receive(int fd) {
        while (true) {
            int room = received.bytes.capacity() - headerBytes;
            length.bytes.putInt(0, room);
            int agent = UmadCalls.umad_recv(fd, received.address, length.address, 0);
            if (agent >= 0) {
                return reply(agent, received.bytes, headerBytes, length.bytes.getInt(0));
            }
            receiveErrno = UmadFailure.errno(agent, Native.getLastError());
            // The kernel keeps a MAD for which there is no room, and tells how long it is.
            int needed = length.bytes.getInt(0);
            if (receiveErrno != UmadFailure.ENOSPC || needed <= room || needed > MAX_MAD_BYTES) {
                return null;
            }
            received = new NativeBuffer(headerBytes + needed);
        }
    }

    /** Why the last {@link #receive} failed. */
    int receiveErrno() {
        return receiveErrno;
    }

    /** One that timed out comes back with its header only; the rest is zero then. */
    static MadReply reply(int agent, ByteBuffer umad, int headerBytes, int madBytes) {
        int here = Math.max(0, Math.min(madBytes, umad.capacity() - headerBytes));
        ByteBuffer mad = ByteBuffer.allocate(Math.max(MAD_BYTES, here));
        mad.put(0, umad, headerBytes, here);
        return new MadReply(agent, UserMad.STATUS.integer(umad), mad);
    }
}
