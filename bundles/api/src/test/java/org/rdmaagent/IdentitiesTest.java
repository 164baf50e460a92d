// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentitiesTest {
    @ParameterizedTest
    @CsvSource({
        "0x0002c903007b78b0, 0x0002c903007b78b0",
        "2c903007b78b0, 0x0002c903007b78b0",
        "0002:c903:007b:78b0, 0x0002c903007b78b0",
        "ffffffffffffffff, 0xffffffffffffffff",
        "0X0, 0x0000000000000000"
    })
    void aGuidIsReadInTheFormsThatToolsWrite(String text, String canonical) {
        assertEquals(canonical, Guid.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x", "xyz", "0x1ffffffffffffffff", "-1", "0x-1"})
    void whatIsNoGuidIsRefusedWithItsText(String text) {
        var e = assertThrows(IllegalArgumentException.class, () -> Guid.parse(text));
        assertTrue(String.valueOf(e.getMessage()).contains("'" + text + "'"));
    }

    @Test
    void guidsAreInUnsignedOrder() {
        var sorted =
                Stream.of("ffffffffffffffff", "1", "7fffffffffffffff")
                        .map(Guid::parse)
                        .sorted()
                        .map(Guid::toHex)
                        .toList();
        assertEquals(
                Arrays.asList("0000000000000001", "7fffffffffffffff", "ffffffffffffffff"), sorted);
    }

    @Test
    void aGidKeepsItsBytesAndReadsLikeSysfs() {
        Gid gid = new Gid(0xfe80000000000000L, 0x0002c903007b78b1L);
        assertEquals("fe80:0000:0000:0000:0002:c903:007b:78b1", gid.toString());
        assertEquals(gid, Gid.ofBytes(gid.toBytes()));
        assertFalse(gid.isMulticast());
        assertTrue(new Gid(0xff12401bffff0000L, 0xffffffffL).isMulticast());
        assertTrue(new Gid(0, 0).isZero());
        assertThrows(IllegalArgumentException.class, () -> Gid.ofBytes(new byte[15]));
    }

    @ParameterizedTest
    @CsvSource({
        "0,false,false",
        "1,true,false",
        "49151,true,false",
        "49152,false,true",
        "65534,false,true",
        "65535,false,false"
    })
    void lidsAreUnicastOrMulticastByRange(int value, boolean unicast, boolean multicast) {
        assertEquals(unicast, new Lid(value).isUnicast());
        assertEquals(multicast, new Lid(value).isMulticast());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65536})
    void aLidHasSixteenBits(int value) {
        assertThrows(IllegalArgumentException.class, () -> new Lid(value));
    }

    @Test
    void aPortIdNamesADeviceAndAPort() {
        assertEquals("mlx4_0/1", new PortId("mlx4_0", 1).toString());
        assertThrows(IllegalArgumentException.class, () -> new PortId(" ", 1));
        assertThrows(IllegalArgumentException.class, () -> new PortId("mlx4_0", 0));
    }

    @Test
    void anErrnoIsNamedWhateverItsSign() {
        assertEquals("ENOMEM", Errno.of(-12).name());
        assertEquals(12, Errno.of(-12).number());
        assertEquals("ENOTSUPP", Errno.of(524).name());
        assertEquals("errno 600", Errno.of(600).name());
        assertEquals(Errno.NONE, Errno.of(0));
    }

    @Test
    void anExceptionSaysCallErrnoSubjectAndRemedy() {
        var e =
                new RdmaException(
                        "ibv_reg_mr", Errno.of(12), "mlx4_0", "raise the memlock limit: ulimit -l");
        assertEquals(
                "ibv_reg_mr on mlx4_0 failed: ENOMEM (12); raise the memlock limit: ulimit -l",
                e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "SDR,W1X,250000000", "QDR,W4X,4000000000", "FDR10,W4X,5000000000",
        "EDR,W4X,12500000000", "HDR,W4X,25000000000", "NDR,W4X,50000000000"
    })
    void aRateIsWhatIsLeftWithoutTheLineCoding(LinkSpeed speed, LinkWidth width, long bytes) {
        // The last digits are lost to whole units of the coding.
        assertEquals((double) bytes, (double) speed.bytesPerSecond(width), 400.0);
    }

    @Test
    void codesAndLabelsLeadBack() {
        for (LinkSpeed speed : LinkSpeed.values()) {
            assertEquals(speed, LinkSpeed.ofCode(speed.code()).orElseThrow());
            assertEquals(speed, LinkSpeed.ofLabel(speed.name()).orElseThrow());
        }
        for (LinkWidth width : LinkWidth.values()) {
            assertEquals(width, LinkWidth.ofCode(width.code()).orElseThrow());
            assertEquals(width, LinkWidth.ofLabel(width.label()).orElseThrow());
        }
        assertTrue(LinkSpeed.ofLabel("???").isEmpty());
        assertTrue(LinkWidth.ofCode(3).isEmpty());
    }
}
