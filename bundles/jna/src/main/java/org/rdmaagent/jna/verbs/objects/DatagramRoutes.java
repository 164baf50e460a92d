// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvAhAttr;
import org.rdmaagent.jna.layout.IbvQpAttr;
import org.rdmaagent.jna.layout.IbvQpInitAttr;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.jna.verbs.completion.PolledPair;
import org.rdmaagent.jna.verbs.completion.SenderTable;
import org.rdmaagent.verbs.NativeCode;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.WorkCompletionFlag;

/**
 * The ways back to who sent datagrams to a queue pair ({@code ibv_init_ah_from_wc(3)}): an address
 * handle for each sender, made at its first message, destroyed with the pair. They take no lock:
 * the pair, its domain and its context stay open until the port's thread has let go of the pair.
 */
final class DatagramRoutes implements PolledPair.Routes {
    /** Where a header on InfiniBand, or of IPv6, has its two addresses. */
    private static final int GIDS = 8;

    /** Where a header of IPv4 begins in the 40 bytes, and where it has its two addresses. */
    private static final int IPV4 = 20;

    private static final int IPV4_ADDRESSES = 32;
    private static final int HEADER_BYTES = 40;

    /**
     * Where a header has the address that the datagram was sent to, and how that of a group begins.
     */
    private static final int DESTINATION = 24;

    private static final byte MULTICAST = (byte) 0xff;
    private static final int ASKED = NativeCode.mask(Set.of(QpAttribute.QKEY, QpAttribute.PORT));

    private final NativeQp pair;
    private final long[] key = new long[SenderTable.KEY_LONGS];
    private @Nullable SenderTable senders;
    private int portNum;
    private int qkey;

    DatagramRoutes(NativeQp pair) {
        this.pair = pair;
    }

    @Override
    public int qkey() {
        return qkey;
    }

    @Override
    public long to(ByteBuffer completion, int at, ByteBuffer headers, int headerAt) {
        SenderTable known = senders;
        if (known == null) {
            if (!askPair()) {
                return 0;
            }
            known = new SenderTable();
            senders = known;
        }
        describe(completion, at, headers, headerAt);
        long handle = known.find(key);
        if (handle == 0 && known.hasRoom()) {
            handle =
                    make(
                            Native.getDirectBufferPointer(completion).share(at),
                            Native.getDirectBufferPointer(headers).share(headerAt));
            if (handle != 0) {
                known.put(key, handle);
            }
        }
        return handle;
    }

    private void describe(ByteBuffer completion, int at, ByteBuffer headers, int headerAt) {
        boolean global =
                (completion.getInt(at + IbvWc.WC_FLAGS.offset()) & WorkCompletionFlag.GRH.code())
                        != 0;
        key[0] =
                (completion.getShort(at + IbvWc.SLID.offset()) & 0xffffL)
                        | (completion.get(at + IbvWc.SL.offset()) & 0xffL) << 16
                        | (completion.get(at + IbvWc.DLID_PATH_BITS.offset()) & 0xffL) << 24
                        | (global ? 1L << 32 : 0);
        boolean ipv4 = headers.get(headerAt) >> 4 != 6 && headers.get(headerAt + IPV4) >> 4 == 4;
        for (int i = 1; i < key.length; i++) {
            int from = ipv4 ? IPV4_ADDRESSES : GIDS + (i - 1) * Long.BYTES;
            key[i] = global ? headers.getLong(headerAt + from) : 0;
        }
    }

    /** Asks for the port and the Q_Key ({@code ibv_query_qp(3)}). */
    private boolean askPair() {
        try (CStruct asked = CStruct.allocate(IbvQpAttr.SIZE);
                CStruct made = CStruct.allocate(IbvQpInitAttr.SIZE)) {
            int result =
                    ObjectCalls.ibv_query_qp(
                            pair.pointer(), asked.pointer(), ASKED, made.pointer());
            qkey = asked.integer(IbvQpAttr.QKEY);
            portNum = asked.integer(IbvQpAttr.PORT_NUM);
            return result == 0;
        }
    }

    /** 0 if there is no way. */
    private long make(Pointer completion, Pointer header) {
        try (CStruct way = CStruct.allocate(IbvAhAttr.SIZE);
                CStruct own = CStruct.allocate(HEADER_BYTES)) {
            boolean found = find(completion, header, way);
            if (!found && header.getByte(DESTINATION) == MULTICAST) {
                // It went to a group: the answer comes from the port's first address.
                own.pointer().write(0, header.getByteArray(0, HEADER_BYTES), 0, HEADER_BYTES);
                found =
                        ObjectCalls.ibv_query_gid(
                                                pair.context().pointer(),
                                                (byte) portNum,
                                                0,
                                                own.pointer().share(DESTINATION))
                                        == 0
                                && find(completion, own.pointer(), way);
            }
            Pointer handle =
                    found ? ObjectCalls.ibv_create_ah(pair.pd().pointer(), way.pointer()) : null;
            return Pointer.nativeValue(handle);
        }
    }

    private boolean find(Pointer completion, Pointer header, CStruct way) {
        return ObjectCalls.ibv_init_ah_from_wc(
                        pair.context().pointer(), (byte) portNum, completion, header, way.pointer())
                == 0;
    }

    /** Destroys the handles; the pair is destroyed. */
    void close() {
        SenderTable known = senders;
        senders = null;
        if (known != null) {
            known.forEach(
                    handle -> {
                        int unused = ObjectCalls.ibv_destroy_ah(new Pointer(handle));
                    });
        }
    }
}
