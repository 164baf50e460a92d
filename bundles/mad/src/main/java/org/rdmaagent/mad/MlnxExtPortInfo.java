// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;

/**
 * Mellanox's extension of PortInfo (attribute 0xff90; fields as libibmad's MLNX_EXT_PORT): bit 0 of
 * a speed means FDR10.
 *
 * @param linkSpeedSupported what the port can
 * @param linkSpeedEnabled what it may
 * @param linkSpeedActive what it does
 */
public record MlnxExtPortInfo(int linkSpeedSupported, int linkSpeedEnabled, int linkSpeedActive) {
    /** The bit of FDR10. */
    public static final int FDR10 = 1;

    /** Reads 64 bytes. */
    public static MlnxExtPortInfo decode(byte[] data) {
        ByteBuffer in = AttributeBytes.reader(data, "MlnxExtPortInfo");
        return new MlnxExtPortInfo(
                Byte.toUnsignedInt(in.get(7)),
                Byte.toUnsignedInt(in.get(11)),
                Byte.toUnsignedInt(in.get(15)));
    }

    /** Writes 64 bytes. */
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(DirectedRouteSmp.DATA_SIZE);
        out.put(7, (byte) linkSpeedSupported).put(11, (byte) linkSpeedEnabled);
        out.put(15, (byte) linkSpeedActive);
        return out.array();
    }
}
