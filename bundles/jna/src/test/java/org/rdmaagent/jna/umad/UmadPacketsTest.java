// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadReply;

class UmadPacketsTest {
    @Test
    void theAddressIsInNetworkOrderAndTheRestIsZero() {
        ByteBuffer umad = ByteBuffer.allocate(64 + 256).order(ByteOrder.nativeOrder());
        for (int i = 0; i < umad.capacity(); i++) {
            umad.put(i, (byte) 0xee);
        }
        UmadPackets.address(umad, 64, new MadAddress(new Lid(0xc002), 1, 0x80010000, 5));
        byte[] header = new byte[64];
        umad.get(0, header);
        assertEquals(
                "00".repeat(20) + "00000001" + "80010000" + "c002" + "05" + "00".repeat(33),
                HexFormat.of().formatHex(header));
        assertEquals((byte) 0xee, umad.get(64));
    }

    @ParameterizedTest
    @CsvSource({"24, 256", "256, 256", "0, 256", "-64, 256", "1000, 1000", "5000, 2000"})
    void aReplyHasAtLeastOneMadAndAtMostWhatWasRead(int madBytes, int expected) {
        ByteBuffer umad = ByteBuffer.allocate(64 + 2000).order(ByteOrder.nativeOrder());
        umad.putInt(4, 110);
        for (int i = 64; i < umad.capacity(); i++) {
            umad.put(i, (byte) 7);
        }
        MadReply reply = UmadPackets.reply(3, umad, 64, madBytes);
        assertEquals(3, reply.agent());
        assertEquals(110, reply.status());
        assertEquals(expected, reply.mad().remaining());
        assertEquals(0, reply.mad().position());
        int filled = Math.max(0, Math.min(madBytes, 2000));
        for (int i = 0; i < expected; i++) {
            assertEquals(i < filled ? 7 : 0, reply.mad().get(i), "byte " + i);
        }
    }
}
