// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmaagent.LinkSpeed;

/**
 * PortInfo (IBTA volume 1, section 14.2.5.6), what the agent uses of it.
 *
 * @param lid base LID
 * @param smLid LID of the subnet manager
 * @param capabilityMask bit 14: extended speeds are valid
 * @param localPort the port at which the question came in
 * @param linkWidthEnabled mask of {@link org.rdmaagent.LinkWidth#code()}
 * @param linkWidthSupported mask of {@link org.rdmaagent.LinkWidth#code()}
 * @param linkWidthActive one {@link org.rdmaagent.LinkWidth#code()}
 * @param linkSpeedSupported mask: 1 SDR, 2 DDR, 4 QDR
 * @param linkSpeedEnabled mask as above
 * @param linkSpeedActive one of the above
 * @param portState the code of {@link org.rdmaagent.PortState}
 * @param portPhysicalState the code of {@link org.rdmaagent.PortPhysicalState}
 * @param lmc low bits of the LID that the port ignores
 * @param neighborMtu 1 to 5: 256 to 4096 bytes
 * @param mtuCap 1 to 5: 256 to 4096 bytes
 * @param linkSpeedExtActive 0 none, 1 FDR, 2 EDR, 4 HDR, 8 NDR
 * @param linkSpeedExtSupported mask as above
 * @param linkSpeedExtEnabled mask as above; 30 means disabled
 * @param linkSpeedExt2Active 0 none, else XDR
 * @param linkSpeedExt2Supported mask as above
 */
public record PortInfo(
        int lid,
        int smLid,
        int capabilityMask,
        int localPort,
        int linkWidthEnabled,
        int linkWidthSupported,
        int linkWidthActive,
        int linkSpeedSupported,
        int linkSpeedEnabled,
        int linkSpeedActive,
        int portState,
        int portPhysicalState,
        int lmc,
        int neighborMtu,
        int mtuCap,
        int linkSpeedExtActive,
        int linkSpeedExtSupported,
        int linkSpeedExtEnabled,
        int linkSpeedExt2Active,
        int linkSpeedExt2Supported) {
    /** Bit 14 of the capability mask: IsExtendedSpeedsSupported. */
    public static final int CAP_EXTENDED_SPEEDS = 1 << 14;

    /** Reads 64 bytes. */
    public static PortInfo decode(byte[] data) {
        ByteBuffer in = AttributeBytes.reader(data, "PortInfo");
        return new PortInfo(
                Short.toUnsignedInt(in.getShort(16)),
                Short.toUnsignedInt(in.getShort(18)),
                in.getInt(20),
                Byte.toUnsignedInt(in.get(28)),
                Byte.toUnsignedInt(in.get(29)),
                Byte.toUnsignedInt(in.get(30)),
                Byte.toUnsignedInt(in.get(31)),
                AttributeBytes.high(in, 32),
                AttributeBytes.low(in, 35),
                AttributeBytes.high(in, 35),
                AttributeBytes.low(in, 32),
                AttributeBytes.high(in, 33),
                in.get(34) & 0x7,
                AttributeBytes.high(in, 36),
                AttributeBytes.low(in, 41),
                AttributeBytes.high(in, 62),
                AttributeBytes.low(in, 62),
                in.get(63) & 0x1f,
                Byte.toUnsignedInt(in.get(56)) >>> 5,
                (in.get(56) >>> 3) & 0x3);
    }

    /** Writes 64 bytes. */
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(DirectedRouteSmp.DATA_SIZE);
        out.putShort(16, (short) lid).putShort(18, (short) smLid).putInt(20, capabilityMask);
        out.put(28, (byte) localPort).put(29, (byte) linkWidthEnabled);
        out.put(30, (byte) linkWidthSupported).put(31, (byte) linkWidthActive);
        out.put(32, (byte) (linkSpeedSupported << 4 | portState));
        out.put(33, (byte) (portPhysicalState << 4 | 2)).put(34, (byte) lmc);
        out.put(35, (byte) (linkSpeedActive << 4 | linkSpeedEnabled));
        out.put(36, (byte) (neighborMtu << 4)).put(41, (byte) mtuCap);
        out.put(56, (byte) (linkSpeedExt2Active << 5 | linkSpeedExt2Supported << 3));
        out.put(62, (byte) (linkSpeedExtActive << 4 | linkSpeedExtSupported));
        out.put(63, (byte) linkSpeedExtEnabled);
        return out.array();
    }

    /**
     * The rate of a lane.
     *
     * @param extendedSpeeds whether the extended fields count: {@link #CAP_EXTENDED_SPEEDS} of this
     *     port, or, on the external ports of a switch, of its port 0
     * @return empty if the port tells none that is known; FDR10 looks like QDR here, see {@link
     *     MlnxExtPortInfo}
     */
    public Optional<LinkSpeed> activeSpeed(boolean extendedSpeeds) {
        if (extendedSpeeds && linkSpeedExt2Active != 0) {
            return Optional.of(LinkSpeed.XDR);
        }
        if (extendedSpeeds && linkSpeedExtActive != 0) {
            return LinkSpeed.ofCode(linkSpeedExtActive << 4);
        }
        return linkSpeedActive <= 4 ? LinkSpeed.ofCode(linkSpeedActive) : Optional.empty();
    }

    /** The mask of {@link LinkSpeed#code()}s that the port supports; FDR10 is not told here. */
    public int speedsSupported(boolean extendedSpeeds) {
        int mask = linkSpeedSupported & 0x7;
        if (extendedSpeeds) {
            mask |= linkSpeedExtSupported << 4;
            mask |= linkSpeedExt2Supported != 0 ? LinkSpeed.XDR.code() : 0;
        }
        return mask;
    }
}
