// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;

final class CodecRoundTripTest {
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 1_000_000 : 5_000;

    private final long seed = Long.getLong("rdma.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void attributes_are_read_as_they_were_written() {
        for (int round = 0; round < ROUNDS; round++) {
            String where = "rdma.seed=" + seed + " round " + round;
            PortInfo port = portInfo();
            assertEquals(port, PortInfo.decode(port.encode()), where);
            NodeInfo node = nodeInfo();
            assertEquals(node, NodeInfo.decode(node.encode()), where);
            SwitchInfo fabric =
                    new SwitchInfo(
                            bits(16), bits(16), bits(16), random.nextBoolean(), bits(1) == 1);
            assertEquals(fabric, SwitchInfo.decode(fabric.encode()), where);
            MlnxExtPortInfo ext = new MlnxExtPortInfo(bits(8), bits(8), bits(8));
            assertEquals(ext, MlnxExtPortInfo.decode(ext.encode()), where);
        }
    }

    @Test
    void packets_are_read_as_they_were_written() {
        for (int round = 0; round < ROUNDS; round++) {
            String where = "rdma.seed=" + seed + " round " + round;
            DirectedRouteSmp smp = packet();
            ByteBuffer bytes = ByteBuffer.allocate(3 + DirectedRouteSmp.SIZE).position(3);
            smp.encode(bytes);
            assertEquals(0, bytes.remaining(), where);
            bytes.position(3);

            DirectedRouteSmp read = DirectedRouteSmp.decode(bytes);

            assertEquals(3, bytes.position(), "reading moves nothing");
            assertArrayEquals(smp.toBytes().array(), read.toBytes().array(), where);
            assertEquals(smp.route(), read.route(), where);
            assertEquals(smp.status(), read.status(), where);
            assertEquals(smp.returning(), read.returning(), where);
            assertArrayEquals(smp.data(), read.data(), where);
        }
    }

    @Test
    void an_answer_belongs_to_its_question() {
        DirectedRouteSmp question =
                DirectedRouteSmp.get(DirectedRoute.of(1, 2), SmpAttribute.PORT_INFO, 3, 4, 5);
        byte[] data = new byte[DirectedRouteSmp.DATA_SIZE];
        data[0] = 6;

        DirectedRouteSmp answer = question.reply(0x1c, data);

        assertEquals(DirectedRouteSmp.GET_RESPONSE, answer.method());
        assertEquals(0x1c, answer.status());
        assertEquals(true, answer.returning());
        assertEquals(question.route(), answer.route());
        assertEquals(4, answer.transactionId());
        assertEquals(SmpAttribute.PORT_INFO.code(), answer.attributeId());
        assertEquals(3, answer.attributeModifier());
        assertEquals(6, answer.data()[0]);
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void an_attribute_of_another_length_is_refused(Consumer<byte[]> decoder) {
        for (int length : new int[] {0, 1, 63, 65, 256}) {
            assertThrows(MadFormatException.class, () -> decoder.accept(new byte[length]));
        }
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void any_64_bytes_are_read(Consumer<byte[]> decoder) {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] data = new byte[DirectedRouteSmp.DATA_SIZE];
            random.nextBytes(data);
            try {
                decoder.accept(data);
            } catch (RuntimeException e) {
                throw new AssertionError("rdma.seed=" + seed + " round " + round, e);
            }
        }
    }

    static Stream<Named<Consumer<byte[]>>> decoders() {
        return Stream.of(
                named("PortInfo", PortInfo::decode),
                named("NodeInfo", NodeInfo::decode),
                named("SwitchInfo", SwitchInfo::decode),
                named("MlnxExtPortInfo", MlnxExtPortInfo::decode),
                named("NodeDescription", NodeDescription::decode));
    }

    private static Named<Consumer<byte[]>> named(String name, Function<byte[], ?> decoder) {
        return Named.of(
                name,
                data -> {
                    Object value = decoder.apply(data);
                    assertEquals(value, value);
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 255})
    void a_packet_that_was_cut_off_is_refused(int length) {
        ByteBuffer cut = packet().toBytes().limit(length);

        assertThrows(MadFormatException.class, () -> DirectedRouteSmp.decode(cut));
    }

    @Test
    void a_packet_of_another_class_is_refused() {
        ByteBuffer packet = packet().toBytes().put(1, (byte) 0x01);

        assertThrows(MadFormatException.class, () -> DirectedRouteSmp.decode(packet));
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 255})
    void a_route_that_cannot_be_is_refused(int hops) {
        ByteBuffer packet = packet().toBytes().put(7, (byte) hops);

        assertThrows(MadFormatException.class, () -> DirectedRouteSmp.decode(packet));
    }

    @Test
    void data_of_another_length_is_refused() {
        DirectedRouteSmp smp = packet();

        assertThrows(IllegalArgumentException.class, () -> smp.reply(0, new byte[63]));
    }

    @Test
    void random_packets_are_read_or_refused() {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            if (bytes.length > 1 && random.nextBoolean()) {
                bytes[1] = (byte) 0x81;
            }
            try {
                DirectedRouteSmp smp = DirectedRouteSmp.decode(ByteBuffer.wrap(bytes));
                assertEquals(DirectedRouteSmp.SIZE, smp.toBytes().remaining());
            } catch (MadFormatException e) {
                // Refused.
            } catch (RuntimeException e) {
                throw new AssertionError("rdma.seed=" + seed + " round " + round, e);
            }
        }
    }

    private PortInfo portInfo() {
        return new PortInfo(
                bits(16),
                bits(16),
                random.nextInt(),
                bits(8),
                bits(8),
                bits(8),
                bits(8),
                bits(4),
                bits(4),
                bits(4),
                bits(4),
                bits(4),
                bits(3),
                bits(4),
                bits(4),
                bits(4),
                bits(4),
                bits(5),
                bits(3),
                bits(2));
    }

    private NodeInfo nodeInfo() {
        return new NodeInfo(
                bits(8),
                bits(8),
                new Guid(random.nextLong()),
                new Guid(random.nextLong()),
                new Guid(random.nextLong()),
                bits(16),
                bits(16),
                random.nextInt(),
                bits(8),
                bits(24));
    }

    private DirectedRouteSmp packet() {
        int[] ports = new int[random.nextInt(DirectedRoute.MAX_HOPS + 1)];
        for (int hop = 0; hop < ports.length; hop++) {
            ports[hop] = bits(8);
        }
        byte[] data = new byte[DirectedRouteSmp.DATA_SIZE];
        random.nextBytes(data);
        return new DirectedRouteSmp(
                bits(8),
                bits(15),
                random.nextBoolean(),
                bits(8),
                DirectedRoute.of(ports),
                random.nextLong(),
                bits(16),
                random.nextInt(),
                random.nextLong(),
                data);
    }

    private int bits(int width) {
        return random.nextInt(1 << width);
    }
}
