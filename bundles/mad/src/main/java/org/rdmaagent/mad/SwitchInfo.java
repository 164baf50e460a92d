// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;

/**
 * SwitchInfo (IBTA volume 1, section 14.2.5.4), what the agent uses of it.
 *
 * @param linearFdbCap rows of the linear forwarding table
 * @param multicastFdbCap rows of the multicast forwarding table
 * @param linearFdbTop the highest LID in the linear forwarding table
 * @param portStateChange some port changed its state since the subnet manager last cleared this bit
 * @param enhancedPort0 port 0 is a full endpoint
 */
public record SwitchInfo(
        int linearFdbCap,
        int multicastFdbCap,
        int linearFdbTop,
        boolean portStateChange,
        boolean enhancedPort0) {
    /** Reads 64 bytes. */
    public static SwitchInfo decode(byte[] data) {
        ByteBuffer in = AttributeBytes.reader(data, "SwitchInfo");
        return new SwitchInfo(
                Short.toUnsignedInt(in.getShort(0)),
                Short.toUnsignedInt(in.getShort(4)),
                Short.toUnsignedInt(in.getShort(6)),
                (in.get(11) & 0x04) != 0,
                (in.get(16) & 0x08) != 0);
    }

    /** Writes 64 bytes. */
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(DirectedRouteSmp.DATA_SIZE);
        out.putShort(0, (short) linearFdbCap);
        out.putShort(4, (short) multicastFdbCap).putShort(6, (short) linearFdbTop);
        out.put(11, (byte) (portStateChange ? 0x04 : 0));
        out.put(16, (byte) (enhancedPort0 ? 0x08 : 0));
        return out.array();
    }
}
