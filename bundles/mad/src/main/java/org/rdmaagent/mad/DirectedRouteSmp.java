// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import org.rdmaagent.fabric.DirectedRoute;

/**
 * A directed-route subnet management packet: 256 bytes, big-endian (IBTA volume 1, section
 * 14.2.1.2). Both ends of the directed part lie at the permissive LID, as everything here sends
 * them.
 *
 * @param method 1 Get, 2 Set, 0x81 GetResp
 * @param status the 15 bits of the status field, without the direction bit; 0 is good
 * @param returning the direction bit: set on the way back
 * @param hopPointer where the packet stands on its route
 * @param route the initial path
 * @param transactionId 64 bits; libibumad keeps the high 32 for itself
 * @param attributeId the attribute, see {@link SmpAttribute}
 * @param attributeModifier depends on the attribute: the port's number for PortInfo
 * @param mkey the management key; 0 if none
 * @param data 64 bytes of the attribute; nobody may change them
 */
// The array is handed on without a copy: one is made for each packet, and nobody compares packets.
@SuppressWarnings("ArrayRecordComponent")
public record DirectedRouteSmp(
        int method,
        int status,
        boolean returning,
        int hopPointer,
        DirectedRoute route,
        long transactionId,
        int attributeId,
        int attributeModifier,
        long mkey,
        byte[] data) {
    /** Bytes of a MAD. */
    public static final int SIZE = 256;

    /** Bytes of the attribute. */
    public static final int DATA_SIZE = 64;

    /** Method: ask. */
    public static final int GET = 0x01;

    /** Method: the answer to {@link #GET}. */
    public static final int GET_RESPONSE = 0x81;

    private static final int CLASS_DIRECTED = 0x81;
    private static final int DIRECTION = 0x8000;
    private static final int DATA_OFFSET = 64;
    private static final int INITIAL_PATH_OFFSET = 128;

    // Packets are made by the ten thousand: what is the same in all of them is there once.
    private static final byte[] NO_DATA = new byte[DATA_SIZE];
    private static final byte[] ZEROS = new byte[SIZE];

    /** Checks the length of the data. */
    public DirectedRouteSmp {
        if (data.length != DATA_SIZE) {
            throw new IllegalArgumentException("an SMP carries 64 bytes, not " + data.length);
        }
    }

    /** A question. */
    public static DirectedRouteSmp get(
            DirectedRoute route,
            SmpAttribute attribute,
            int modifier,
            long transactionId,
            long mkey) {
        return new DirectedRouteSmp(
                GET, 0, false, 0, route, transactionId, attribute.code(), modifier, mkey, NO_DATA);
    }

    /** The answer to this question. */
    public DirectedRouteSmp reply(int answerStatus, byte[] answer) {
        return new DirectedRouteSmp(
                GET_RESPONSE,
                answerStatus,
                true,
                0,
                route,
                transactionId,
                attributeId,
                attributeModifier,
                mkey,
                answer);
    }

    /** Writes 256 bytes at the position of the buffer, which moves behind them. */
    public void encode(ByteBuffer buffer) {
        int start = buffer.position();
        buffer.put(ZEROS).position(start);
        buffer.put((byte) 1).put((byte) CLASS_DIRECTED).put((byte) 1).put((byte) method);
        buffer.putShort((short) (status | (returning ? DIRECTION : 0)));
        buffer.put((byte) hopPointer).put((byte) route.hops());
        buffer.putLong(transactionId);
        buffer.putShort((short) attributeId).putShort((short) 0).putInt(attributeModifier);
        buffer.putLong(mkey);
        buffer.putShort((short) 0xffff).putShort((short) 0xffff);
        buffer.position(start + DATA_OFFSET);
        buffer.put(data);
        for (int hop = 0; hop < route.hops(); hop++) {
            buffer.put(start + INITIAL_PATH_OFFSET + 1 + hop, (byte) route.port(hop));
        }
        buffer.position(start + SIZE);
    }

    /** The 256 bytes, big-endian, ready to be read. */
    public ByteBuffer toBytes() {
        ByteBuffer buffer = ByteBuffer.allocate(SIZE);
        encode(buffer);
        return buffer.flip();
    }

    /**
     * Reads the packet at the position of a big-endian buffer, which is not moved.
     *
     * @throws MadFormatException if there are fewer than 256 bytes, it is of another class, or its
     *     hop count is above 63
     */
    public static DirectedRouteSmp decode(ByteBuffer buffer) {
        int start = buffer.position();
        if (buffer.remaining() < SIZE) {
            throw new MadFormatException("an SMP has 256 bytes, not " + buffer.remaining());
        }
        int managementClass = Byte.toUnsignedInt(buffer.get(start + 1));
        if (managementClass != CLASS_DIRECTED) {
            throw new MadFormatException(
                    "not a directed-route SMP: class 0x" + Integer.toHexString(managementClass));
        }
        int hops = Byte.toUnsignedInt(buffer.get(start + 7));
        if (hops > DirectedRoute.MAX_HOPS) {
            throw new MadFormatException("a directed route has at most 63 hops, not " + hops);
        }
        int[] ports = new int[hops];
        for (int hop = 0; hop < hops; hop++) {
            ports[hop] = Byte.toUnsignedInt(buffer.get(start + INITIAL_PATH_OFFSET + 1 + hop));
        }
        byte[] data = new byte[DATA_SIZE];
        buffer.get(start + DATA_OFFSET, data);
        int statusField = Short.toUnsignedInt(buffer.getShort(start + 4));
        return new DirectedRouteSmp(
                Byte.toUnsignedInt(buffer.get(start + 3)),
                statusField & ~DIRECTION,
                (statusField & DIRECTION) != 0,
                Byte.toUnsignedInt(buffer.get(start + 6)),
                DirectedRoute.of(ports),
                buffer.getLong(start + 8),
                Short.toUnsignedInt(buffer.getShort(start + 16)),
                buffer.getInt(start + 20),
                buffer.getLong(start + 24),
                data);
    }

    /** Without the M_Key, which is a secret, and without the data. */
    @Override
    public String toString() {
        return "DirectedRouteSmp[method="
                + method
                + ", status="
                + status
                + ", returning="
                + returning
                + ", hopPointer="
                + hopPointer
                + ", route="
                + route
                + ", transactionId="
                + transactionId
                + ", attributeId="
                + attributeId
                + ", attributeModifier="
                + attributeModifier
                + "]";
    }
}
