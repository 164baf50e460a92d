// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.jna.netdisc.child.ScanFormat;
import org.rdmaagent.jna.netdisc.child.ScanWriter;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/** What the writer writes is read; what is cut off or damaged anywhere is refused. */
class ScannedFabricReaderTest {
    private static final byte[] ZERO = new byte[64];

    private interface Words {
        void to(ScanWriter out) throws IOException;
    }

    private static byte[] written(Words words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ScanWriter out = new ScanWriter(bytes)) {
            words.to(out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] filled(int value) {
        byte[] attribute = new byte[64];
        Arrays.fill(attribute, (byte) value);
        return attribute;
    }

    /** A switch with three ports and a host at its port 2. */
    private static byte[] twoNodes() {
        return written(
                out -> {
                    out.fabric(2, 1, 0xfffffff0, 3);
                    out.node(new byte[] {1}, filled(1), filled(2), filled(3), 3);
                    out.port(0, 0x0002c90300000001L, filled(4), ZERO, -1, -1);
                    out.port(1, 0x0002c90300000001L, filled(5), filled(6), -1, -1);
                    out.port(2, 0x0002c90300000001L, filled(7), ZERO, 1, 1);
                    out.node(new byte[] {1, (byte) 200}, filled(8), filled(9), ZERO, 1);
                    out.port(1, -1, ZERO, ZERO, 0, 2);
                });
    }

    private static ScannedFabricReader.Answer read(byte[] bytes) throws IOException {
        return ScannedFabricReader.read(new ByteArrayInputStream(bytes));
    }

    private static void assertHolds(int value, ByteBuffer attribute) {
        assertEquals(ByteBuffer.wrap(filled(value)), attribute);
        assertTrue(attribute.isReadOnly());
    }

    @Test
    void aFabricIsReadAsItWasWritten() throws IOException {
        ScannedFabricReader.Answer answer = read(twoNodes());
        assertEquals(0, answer.code());
        ScannedFabric fabric = answer.fabric();
        assertEquals(2, fabric.nodes().size());
        assertEquals(1, fabric.fromPort());
        assertEquals(0xfffffff0L, fabric.madsUsed());
        assertEquals(3, fabric.maxHopsDiscovered());
        ScannedNode leaf = fabric.nodes().get(0);
        assertEquals(DirectedRoute.of(1), leaf.route());
        assertHolds(1, leaf.nodeInfo());
        assertHolds(2, leaf.nodeDescription());
        assertHolds(3, leaf.switchInfo());
        assertEquals(3, leaf.ports().size());
        ScannedPort port = leaf.ports().get(1);
        assertEquals(1, port.number());
        assertEquals("0x0002c90300000001", port.guid().toString());
        assertHolds(5, port.portInfo());
        assertHolds(6, port.extendedPortInfo());
        assertEquals(-1, port.peerNode());
        assertEquals(-1, port.peerPort());
        assertEquals(1, leaf.ports().get(2).peerNode());
        ScannedNode host = fabric.nodes().get(1);
        assertEquals(DirectedRoute.of(1, 200), host.route());
        assertHolds(0, host.switchInfo());
        assertHolds(0, host.ports().get(0).portInfo());
        assertEquals(2, host.ports().get(0).peerPort());
    }

    @Test
    void aFailureIsReadWithItsText() throws IOException {
        ScannedFabricReader.Answer answer =
                read(written(out -> out.failed(ScanFormat.NO_LIBRARY, "ä missing")));
        assertEquals(ScanFormat.NO_LIBRARY, answer.code());
        assertEquals("ä missing", answer.text());
        assertTrue(answer.fabric().nodes().isEmpty());
    }

    @Test
    void aFailureInTheMiddleTakesTheFabricBack() throws IOException {
        ScannedFabricReader.Answer answer =
                read(
                        written(
                                out -> {
                                    out.fabric(2, 1, 1, 1);
                                    out.node(new byte[0], ZERO, ZERO, ZERO, 0);
                                    out.failed(ScanFormat.UNKNOWN_LAYOUT, "odd");
                                }));
        assertEquals(ScanFormat.UNKNOWN_LAYOUT, answer.code());
        assertTrue(answer.fabric().nodes().isEmpty());
    }

    @Test
    void cutOffAtAnyByteItIsRefused() {
        byte[] whole = twoNodes();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThrows(IOException.class, () -> read(part), "length " + length);
        }
    }

    @Test
    void damagedInAnyBitItIsRefused() {
        byte[] whole = twoNodes();
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(IOException.class, () -> read(damaged), "bit " + bit);
        }
    }

    @Test
    void moreBehindTheEndIsRefused() {
        byte[] whole = twoNodes();
        byte[] more = Arrays.copyOf(whole, whole.length + 1);
        assertThrows(StreamCorruptedException.class, () -> read(more));
    }

    @Test
    void randomBytesBehindTheFirstOnesAreRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[6 + random.nextInt(300)];
            random.nextBytes(bytes);
            ByteBuffer.wrap(bytes).putInt(ScanFormat.MAGIC).put((byte) ScanFormat.VERSION);
            bytes[5] = (byte) ScanFormat.FABRIC;
            assertThrows(IOException.class, () -> read(bytes), "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, ScanFormat.MAX_NODES + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aCountOfNodesBeyondTheLimitIsRefusedAtOnce(int count) {
        byte[] bytes = written(out -> out.fabric(count, 0, 0, 0));
        assertThrows(StreamCorruptedException.class, () -> read(bytes));
    }

    @Test
    void portsBeyondTheLimitAreRefusedBeforeTheyAreRead() {
        int most = 0xffff;
        byte[] bytes =
                written(
                        out -> {
                            out.fabric(ScanFormat.MAX_NODES, 0, 0, 0);
                            for (int node = 0; node <= ScanFormat.MAX_PORTS / most; node++) {
                                out.node(new byte[0], ZERO, ZERO, ZERO, most);
                                for (int port = 0; port < most; port++) {
                                    out.port(0, 0, ZERO, ZERO, -1, -1);
                                }
                            }
                        });
        StreamCorruptedException refused =
                assertThrows(StreamCorruptedException.class, () -> read(bytes));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("count of ports"));
    }

    /** A writer that is not read waits for ever. */
    @Test
    void damagedItIsReadToTheEndAllTheSame() {
        ByteArrayInputStream stream = new ByteArrayInputStream(new byte[1_000_000]);
        assertThrows(IOException.class, () -> ScannedFabricReader.read(stream));
        assertEquals(0, stream.available());
    }

    @Test
    void aPeerThatIsNoNodeIsRefused() {
        for (int[] peer : new int[][] {{1, 1}, {-2, 1}, {0, 256}, {-1, 1}, {0, -1}}) {
            byte[] bytes =
                    written(
                            out -> {
                                out.fabric(1, 0, 0, 0);
                                out.node(new byte[0], ZERO, ZERO, ZERO, 1);
                                out.port(1, 1, ZERO, ZERO, peer[0], peer[1]);
                            });
            assertThrows(StreamCorruptedException.class, () -> read(bytes), Arrays.toString(peer));
        }
    }
}
