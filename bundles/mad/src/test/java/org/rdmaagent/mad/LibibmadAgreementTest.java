// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.fabric.DirectedRoute;

/**
 * What libibmad 5.3.44 makes of 256 bytes of which byte i is 37 i + 11: a C program printed
 * mad_get_field(3) of every field that is used here.
 */
final class LibibmadAgreementTest {
    private static final byte[] PACKET = bytes();
    private static final byte[] DATA = Arrays.copyOf(PACKET, DirectedRouteSmp.DATA_SIZE);

    @Test
    void port_info_is_read_alike() {
        PortInfo info = PortInfo.decode(DATA);

        assertEquals(23424, info.lid());
        assertEquals(42442, info.smLid());
        assertEquals(4011080030L, Integer.toUnsignedLong(info.capabilityMask()));
        assertEquals(23, info.localPort());
        assertEquals(60, info.linkWidthEnabled());
        assertEquals(97, info.linkWidthSupported());
        assertEquals(134, info.linkWidthActive());
        assertEquals(10, info.linkSpeedSupported());
        assertEquals(10, info.linkSpeedEnabled());
        assertEquals(1, info.linkSpeedActive());
        assertEquals(11, info.portState());
        assertEquals(13, info.portPhysicalState());
        assertEquals(5, info.lmc());
        assertEquals(3, info.neighborMtu());
        assertEquals(8, info.mtuCap());
        assertEquals(0, info.linkSpeedExtActive());
        assertEquals(1, info.linkSpeedExtSupported());
        assertEquals(6, info.linkSpeedExtEnabled());
    }

    /**
     * libibmad 5.3.44 is older than XDR and cannot tell. Its successors are reported to read 0x52
     * in byte 56 as 2, 2 and 2, which only fields of 3, 2 and 3 bits give; that they are active,
     * supported and enabled, in this order, follows bytes 62 and 63.
     */
    @Test
    void the_second_extended_speeds_lie_in_byte_56() {
        byte[] data = new byte[DirectedRouteSmp.DATA_SIZE];
        data[56] = 0x52;

        PortInfo info = PortInfo.decode(data);

        assertEquals(2, info.linkSpeedExt2Active());
        assertEquals(2, info.linkSpeedExt2Supported());
        assertEquals(Optional.of(LinkSpeed.XDR), info.activeSpeed(true));
        assertEquals(LinkSpeed.XDR.code(), info.speedsSupported(true));
        assertEquals(Optional.empty(), info.activeSpeed(false));
    }

    @Test
    void node_info_is_read_alike() {
        NodeInfo info = NodeInfo.decode(DATA);

        assertEquals(85, info.nodeType());
        assertEquals(122, info.portCount());
        assertEquals(Guid.parse("9fc4e90e33587da2"), info.systemImageGuid());
        assertEquals(Guid.parse("c7ec11365b80a5ca"), info.nodeGuid());
        assertEquals(Guid.parse("ef14395e83a8cdf2"), info.portGuid());
        assertEquals(5948, info.partitionCap());
        assertEquals(24966, info.deviceId());
        assertEquals(2882598170L, Integer.toUnsignedLong(info.revision()));
        assertEquals(63, info.localPort());
        assertEquals(6588846, info.vendorId());
    }

    @Test
    void switch_info_is_read_alike() {
        assertEquals(new SwitchInfo(2864, 40900, 59662, false, true), SwitchInfo.decode(DATA));
    }

    @Test
    void the_vendors_port_info_is_read_alike() {
        assertEquals(new MlnxExtPortInfo(14, 162, 54), MlnxExtPortInfo.decode(DATA));
    }

    @Test
    void a_packets_head_is_read_alike() {
        byte[] packet = PACKET.clone();
        packet[1] = (byte) 0x81;

        DirectedRouteSmp smp = DirectedRouteSmp.decode(ByteBuffer.wrap(packet));

        assertEquals(122, smp.method());
        assertEquals(8132, smp.status());
        assertEquals(true, smp.returning());
        assertEquals(233, smp.hopPointer());
        assertEquals(14, smp.route().hops());
        assertEquals(0x33587da2c7ec1136L, smp.transactionId());
        assertEquals(23424, smp.attributeId());
        assertEquals(4011080030L, Integer.toUnsignedLong(smp.attributeModifier()));
        assertEquals(0x83a8cdf2173c6186L, smp.mkey());
        assertArrayEquals(Arrays.copyOfRange(PACKET, 64, 128), smp.data());
        assertEquals(PACKET[129], (byte) smp.route().port(0));
    }

    /** The bytes are those of its mad_encode(3) for the same question. */
    @Test
    void a_question_is_written_alike() {
        byte[] expected = new byte[DirectedRouteSmp.SIZE];
        ByteBuffer out = ByteBuffer.wrap(expected);
        out.put(0, new byte[] {1, (byte) 0x81, 1, 1}).put(7, (byte) 3).putInt(12, 0x99aabbcc);
        out.put(17, (byte) 0x15).put(23, (byte) 7).putLong(24, 0x1122334455667788L);
        out.putInt(32, -1).put(129, new byte[] {1, 17, (byte) 200});

        DirectedRouteSmp smp =
                DirectedRouteSmp.get(
                        DirectedRoute.of(1, 17, 200),
                        SmpAttribute.PORT_INFO,
                        7,
                        0x99aabbccL,
                        0x1122334455667788L);

        assertArrayEquals(expected, smp.toBytes().array());
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[DirectedRouteSmp.SIZE];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 37 + 11);
        }
        return bytes;
    }
}
