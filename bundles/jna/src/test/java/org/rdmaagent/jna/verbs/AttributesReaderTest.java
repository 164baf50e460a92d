// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.jna.layout.IbvDeviceAttr;
import org.rdmaagent.jna.layout.IbvPortAttr;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.PortAttributes;

class AttributesReaderTest {
    private static ByteBuffer struct(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
    }

    @Test
    void guidsAreInNetworkOrderAndNumbersInTheMachines() {
        ByteBuffer struct = struct(IbvDeviceAttr.SIZE);
        struct.put(0, "2.42.5000".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 8; i++) {
            struct.put(IbvDeviceAttr.NODE_GUID.offset() + i, (byte) (0x10 + i));
        }
        struct.putLong(IbvDeviceAttr.MAX_MR_SIZE.offset(), -1);
        struct.putInt(IbvDeviceAttr.DEVICE_CAP_FLAGS.offset(), 0x8000_0001);
        struct.put(IbvDeviceAttr.PHYS_PORT_CNT.offset(), (byte) 2);
        DeviceAttributes attributes = DeviceAttributesReader.read(struct);
        assertEquals("2.42.5000", attributes.fwVer());
        assertEquals(new Guid(0x1011121314151617L), attributes.nodeGuid());
        assertEquals(-1, attributes.maxMrSize());
        assertEquals(0x8000_0001L, attributes.deviceCapFlags());
        assertEquals(2, attributes.physPortCnt());
    }

    @Test
    void aFirmwareTextThatFillsItsFieldEndsWithIt() {
        ByteBuffer struct = struct(IbvDeviceAttr.SIZE);
        for (int i = 0; i < IbvDeviceAttr.SIZE; i++) {
            struct.put(i, (byte) 'x');
        }
        assertEquals("x".repeat(64), DeviceAttributesReader.read(struct).fwVer());
    }

    @Test
    void aPortsNumbersAreUnsigned() {
        ByteBuffer struct = struct(IbvPortAttr.SIZE);
        struct.putInt(IbvPortAttr.STATE.offset(), 4);
        struct.putInt(IbvPortAttr.MAX_MTU.offset(), 5);
        struct.putInt(IbvPortAttr.QKEY_VIOL_CNTR.offset(), -1);
        struct.putShort(IbvPortAttr.LID.offset(), (short) 0xbfff);
        struct.put(IbvPortAttr.ACTIVE_SPEED.offset(), (byte) 128);
        struct.put(IbvPortAttr.PHYS_STATE.offset(), (byte) 5);
        struct.put(IbvPortAttr.LINK_LAYER.offset(), (byte) 2);
        struct.putShort(IbvPortAttr.PORT_CAP_FLAGS2.offset(), (short) 0xffff);
        PortAttributes attributes = PortAttributesReader.read(struct);
        assertEquals(PortState.ACTIVE, attributes.state());
        assertEquals(4096, attributes.maxMtuBytes());
        assertEquals(0xffff_ffffL, attributes.qkeyViolCntr());
        assertEquals(new Lid(0xbfff), attributes.lid());
        assertEquals(128, attributes.activeSpeed());
        assertEquals(PortPhysicalState.LINK_UP, attributes.physState());
        assertEquals(LinkLayer.ETHERNET, attributes.linkLayer());
        assertEquals(0xffff, attributes.portCapFlags2());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 256", "2, 512", "3, 1024", "4, 2048", "5, 4096", "6, 0", "-1, 0"})
    void mtuCodesAreTheOnesOfVerbs(int code, int bytes) {
        assertEquals(bytes, PortAttributesReader.mtuBytes(code));
    }

    @Test
    void anyBytesMakeARecord() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[IbvDeviceAttr.SIZE];
            random.nextBytes(bytes);
            ByteBuffer struct = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
            String text = PortAttributesReader.read(struct) + " ";
            text += DeviceAttributesReader.read(struct);
            assertTrue(text.length() > 100, "seed " + seed);
        }
    }

    @ParameterizedTest
    @CsvSource({"647, false", "648, true", "712, true", "0, false"})
    void anOperationExistsOnlyInAStructThatReachesIt(long structBytes, boolean exists) {
        assertEquals(exists, VerbsContext.QUERY_PORT.existsIn(structBytes));
    }
}
