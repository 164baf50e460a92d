// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A 128-bit global identifier of a port or of a multicast group; the layout is that of an IPv6
 * address.
 *
 * @param prefix the subnet prefix, the first eight bytes on the wire
 * @param interfaceId the interface identifier (the port GUID on InfiniBand), the last eight bytes
 */
public record Gid(long prefix, long interfaceId) {
    /**
     * Sixteen bytes in network order.
     *
     * @throws IllegalArgumentException if there are not sixteen
     */
    public static Gid ofBytes(byte[] bytes) {
        if (bytes.length != 16) {
            throw new IllegalArgumentException("a GID has 16 bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Gid(buffer.getLong(), buffer.getLong());
    }

    /** The bytes in network order; a new array at each call. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(16).putLong(prefix).putLong(interfaceId).array();
    }

    /** Multicast GIDs begin with 0xff (IBTA volume 1, section 4.1.1). */
    public boolean isMulticast() {
        return prefix >>> 56 == 0xff;
    }

    /** No bit is set: an unused row of a GID table. */
    public boolean isZero() {
        return prefix == 0 && interfaceId == 0;
    }

    /**
     * Eight groups of four digits, as sysfs writes it: {@code
     * fe80:0000:0000:0000:0002:c903:007b:78b1}.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(39);
        for (int group = 0; group < 8; group++) {
            long half = group < 4 ? prefix : interfaceId;
            if (group > 0) {
                text.append(':');
            }
            text.append(HexFormat.of().toHexDigits((short) (half >>> (48 - 16 * (group & 3)))));
        }
        return text.toString();
    }
}
