// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.LinkSpeed;

final class PortSpeedTest {
    /** Byte 35 holds the active speed in its high bits, byte 62 the extended one. */
    @ParameterizedTest(name = "active {0}, extended {1}, valid {2}: {3}")
    @CsvSource({
        "1, 0, true, SDR",
        "2, 0, true, DDR",
        "4, 0, true, QDR",
        "4, 1, true, FDR",
        "4, 2, true, EDR",
        "4, 4, true, HDR",
        "4, 8, true, NDR",
        "4, 8, false, QDR",
        "0, 0, true,",
        "3, 0, true,",
        "8, 0, false,",
        "4, 3, true,",
        "4, 15, true,",
    })
    void the_active_speed_is_the_extended_one_if_there_is_one(
            int active, int extended, boolean valid, @Nullable LinkSpeed speed) {
        byte[] data = new byte[DirectedRouteSmp.DATA_SIZE];
        data[35] = (byte) (active << 4);
        data[62] = (byte) (extended << 4);

        assertEquals(Optional.ofNullable(speed), PortInfo.decode(data).activeSpeed(valid));
    }

    @Test
    void supported_speeds_are_one_mask() {
        byte[] data = new byte[DirectedRouteSmp.DATA_SIZE];
        data[32] = 0x70;
        data[62] = 0x07;

        PortInfo info = PortInfo.decode(data);

        assertEquals(7, info.speedsSupported(false));
        assertEquals(7 | 16 | 32 | 64, info.speedsSupported(true));
    }
}
