// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;

/** The 40 bytes before a datagram. */
class NetworkHeaderTest {
    private static final Gid FROM = new Gid(0xfe80_0000_0000_0000L, 0x0002_c903_007b_78b1L);
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 0xffff_ffffL);

    /** From 10.0.0.1 to 224.1.2.3, type of service 0x28, time to live 7; its checksum is right. */
    private static final byte[] IPV4 =
            HexFormat.of()
                    .parseHex(
                            "4528"
                                    + "0130"
                                    + "0000"
                                    + "4000"
                                    + "0711"
                                    + "8690"
                                    + "0a000001"
                                    + "e0010203");

    @Test
    void aGlobalRoutingHeaderIsRead() {
        Optional<NetworkHeader> header = NetworkHeader.parse(routing());
        assertEquals(Optional.of(new NetworkHeader(6, FROM, GROUP, 0x5a, 0xabcde, 64)), header);
    }

    @Test
    void anIpv4HeaderIsReadWhateverIsBeforeIt() {
        NetworkHeader expected =
                new NetworkHeader(
                        4,
                        new Gid(0, 0xffff_0a00_0001L),
                        new Gid(0, 0xffff_e001_0203L),
                        0x28,
                        0,
                        7);
        for (int before = 0; before < 256; before++) {
            assertEquals(Optional.of(expected), NetworkHeader.parse(ipv4(before, IPV4)));
        }
    }

    @Test
    void aWrongChecksumMakesItIpv6IfItLooksLikeThat() {
        for (int at = 0; at < IPV4.length; at++) {
            if (at == 0) {
                continue;
            }
            byte[] damaged = IPV4.clone();
            damaged[at] ^= 0x10;
            assertEquals(OptionalInt.of(6), NetworkHeader.version(ipv4(0x60, damaged)));
            assertEquals(OptionalInt.of(4), NetworkHeader.version(ipv4(0, damaged)));
        }
    }

    @Test
    void optionsAreNotRoce() {
        byte[] options = IPV4.clone();
        options[0] = 0x46;
        assertEquals(OptionalInt.of(6), NetworkHeader.version(ipv4(0x60, options)));
    }

    @Test
    void theOtherZeroIsNoChecksum() {
        // All other words add up to 0xffff, so that 0 is right and 0xffff only its equal in sum.
        byte[] header = HexFormat.of().parseHex("4500" + "baff" + "00".repeat(16));
        assertEquals(OptionalInt.of(4), NetworkHeader.version(ipv4(0x60, header)));
        header[10] = (byte) 0xff;
        header[11] = (byte) 0xff;
        assertEquals(OptionalInt.of(6), NetworkHeader.version(ipv4(0x60, header)));
    }

    @Test
    void whatIsNeitherHasNoVersion() {
        assertTrue(NetworkHeader.parse(ByteBuffer.allocate(40)).isEmpty());
        assertTrue(NetworkHeader.version(ByteBuffer.allocate(40)).isEmpty());
    }

    @Test
    void theAreaBeginsAtThePositionAndIsNotTouched() {
        ByteBuffer area = ByteBuffer.allocate(50).order(ByteOrder.LITTLE_ENDIAN);
        area.position(7).put(routing()).position(7);
        assertEquals(FROM, NetworkHeader.parse(area).orElseThrow().sgid());
        assertEquals(7, area.position());
        assertEquals(ByteOrder.LITTLE_ENDIAN, area.order());
    }

    @Test
    void aShortAreaIsRefused() {
        for (int bytes = 0; bytes < NetworkHeader.BYTES; bytes++) {
            ByteBuffer area = ByteBuffer.allocate(bytes);
            assertThrows(IllegalArgumentException.class, () -> NetworkHeader.parse(area));
        }
    }

    @Test
    void randomBytesGiveAHeaderOrNone() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] bytes = new byte[NetworkHeader.BYTES];
        for (int round = 0; round < 100_000; round++) {
            random.nextBytes(bytes);
            ByteBuffer area = ByteBuffer.wrap(bytes);
            assertEquals(
                    NetworkHeader.version(area).isPresent(),
                    NetworkHeader.parse(area).isPresent(),
                    "seed " + seed);
        }
    }

    private static ByteBuffer routing() {
        return ByteBuffer.allocate(NetworkHeader.BYTES)
                .putInt(0x6000_0000 | 0x5a << 20 | 0xabcde)
                .putShort((short) 100)
                .put((byte) 0x1b)
                .put((byte) 64)
                .put(FROM.toBytes())
                .put(GROUP.toBytes())
                .flip();
    }

    private static ByteBuffer ipv4(int before, byte[] header) {
        ByteBuffer area = ByteBuffer.allocate(NetworkHeader.BYTES);
        for (int at = 0; at < 20; at++) {
            area.put((byte) before);
        }
        return area.put(header).flip();
    }
}
