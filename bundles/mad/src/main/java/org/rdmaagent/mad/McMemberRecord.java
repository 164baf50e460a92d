// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import org.rdmaagent.Gid;

/**
 * MCMemberRecord (IBTA volume 1, section 15.2.5.17), in the order of the wire. To those who do not
 * give the SM_Key subnet administration shows a record for each group, with a zero PortGID,
 * JoinState and ProxyJoin.
 *
 * @param mgid the group
 * @param portGid the member
 * @param qkey Q_Key, 32 bits
 * @param mlid the group's LID, 16 bits
 * @param mtuSelector 0 above, 1 below, 2 exactly, 3 the largest
 * @param mtu 1 to 5: 256 to 4096 bytes
 * @param trafficClass 8 bits
 * @param pkey P_Key, 16 bits
 * @param rateSelector as above
 * @param rate the code of a {@link org.rdmaagent.verbs.Rate}, 6 bits
 * @param lifetimeSelector as above
 * @param lifetime code: 4.096 us times two to this power, 6 bits
 * @param sl service level, 4 bits
 * @param flowLabel 20 bits
 * @param hopLimit 8 bits
 * @param scope 2 link-local, 5 site-local, 8 organization-local, 14 global
 * @param joinState bits: 1 full, 2 non-member, 4 send-only non-member, 8 send-only full
 * @param proxyJoin whether another port joined for this one
 */
public record McMemberRecord(
        Gid mgid,
        Gid portGid,
        int qkey,
        int mlid,
        int mtuSelector,
        int mtu,
        int trafficClass,
        int pkey,
        int rateSelector,
        int rate,
        int lifetimeSelector,
        int lifetime,
        int sl,
        int flowLabel,
        int hopLimit,
        int scope,
        int joinState,
        boolean proxyJoin) {
    /** Bytes of a record. */
    public static final int SIZE = 52;

    /** Selector: exactly this MTU, rate or lifetime. */
    public static final int EXACTLY = 2;

    private static final Gid NO_GID = new Gid(0, 0);
    private static final int PROXY_JOIN = 0x80;

    /** A record to ask with: these components, everything else zero. */
    public static McMemberRecord wanted(Gid mgid, Gid portGid, int joinState) {
        return new McMemberRecord(
                mgid, portGid, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, joinState, false);
    }

    /** What those see of it who do not give the SM_Key: the group. */
    public McMemberRecord groupOnly() {
        return new McMemberRecord(
                mgid,
                NO_GID,
                qkey,
                mlid,
                mtuSelector,
                mtu,
                trafficClass,
                pkey,
                rateSelector,
                rate,
                lifetimeSelector,
                lifetime,
                sl,
                flowLabel,
                hopLimit,
                scope,
                0,
                false);
    }

    /** Reads 52 bytes. */
    public static McMemberRecord decode(byte[] record) {
        ByteBuffer in = AttributeBytes.reader(record, "MCMemberRecord", SIZE);
        int slFlowHop = in.getInt(44);
        return new McMemberRecord(
                new Gid(in.getLong(0), in.getLong(8)),
                new Gid(in.getLong(16), in.getLong(24)),
                in.getInt(32),
                Short.toUnsignedInt(in.getShort(36)),
                selector(in.get(38)),
                code(in.get(38)),
                Byte.toUnsignedInt(in.get(39)),
                Short.toUnsignedInt(in.getShort(40)),
                selector(in.get(42)),
                code(in.get(42)),
                selector(in.get(43)),
                code(in.get(43)),
                slFlowHop >>> 28,
                slFlowHop >>> 8 & 0xfffff,
                slFlowHop & 0xff,
                AttributeBytes.high(in, 48),
                AttributeBytes.low(in, 48),
                // The bit is the highest one; OpenSM sets the lowest, and nothing else is here.
                in.get(49) != 0);
    }

    /** Writes 52 bytes. */
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(SIZE);
        out.putLong(mgid.prefix()).putLong(mgid.interfaceId());
        out.putLong(portGid.prefix()).putLong(portGid.interfaceId());
        out.putInt(qkey).putShort((short) mlid);
        out.put(selected(mtuSelector, mtu)).put((byte) trafficClass).putShort((short) pkey);
        out.put(selected(rateSelector, rate)).put(selected(lifetimeSelector, lifetime));
        out.putInt(sl << 28 | (flowLabel & 0xfffff) << 8 | (hopLimit & 0xff));
        out.put((byte) (scope << 4 | (joinState & 0xf)));
        out.put((byte) (proxyJoin ? PROXY_JOIN : 0));
        return out.array();
    }

    private static int selector(byte field) {
        return Byte.toUnsignedInt(field) >>> 6;
    }

    private static int code(byte field) {
        return field & 0x3f;
    }

    private static byte selected(int selector, int code) {
        return (byte) (selector << 6 | (code & 0x3f));
    }
}
