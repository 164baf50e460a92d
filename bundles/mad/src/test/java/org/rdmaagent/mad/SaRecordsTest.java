// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Guid;

final class SaRecordsTest {
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 1_000_000 : 5_000;
    private static final Gid MGID = new Gid(0xff12_401b_ffff_0000L, 0x0102_0304L);
    private static final Gid PORT = new Gid(0xfe80_0000_0000_0000L, 0x0002_c903_007b_78b1L);

    private final long seed = Long.getLong("rdma.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** Each field has a value of its own; the bytes were written by hand from the tables. */
    @Test
    void a_member_lies_where_the_specification_has_it() {
        McMemberRecord record =
                new McMemberRecord(
                        MGID,
                        PORT,
                        0x8001_0203,
                        0xc123,
                        2,
                        5,
                        0x77,
                        0x8abc,
                        1,
                        0x12,
                        3,
                        0x13,
                        0xe,
                        0xdcba9,
                        0x64,
                        5,
                        9,
                        true);
        byte[] bytes =
                HexFormat.of()
                        .parseHex(
                                "ff12401bffff00000000000001020304"
                                        + "fe800000000000000002c903007b78b1"
                                        + "80010203c1238577"
                                        + "8abc52d3edcba964"
                                        + "59800000");
        assertArrayEquals(bytes, record.encode());
        assertEquals(record, McMemberRecord.decode(bytes));
    }

    /** OpenSM writes a boolean into the byte whose highest bit is ProxyJoin. */
    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "0x80, true"})
    void a_proxy_join_is_told_in_either_bit(String value, boolean proxy) {
        byte[] bytes = new byte[McMemberRecord.SIZE];
        bytes[49] = Integer.decode(value).byteValue();
        assertEquals(proxy, McMemberRecord.decode(bytes).proxyJoin());
    }

    @Test
    void members_and_nodes_are_read_as_they_were_written() {
        for (int round = 0; round < ROUNDS; round++) {
            String where = "rdma.seed=" + seed + " round " + round;
            McMemberRecord member = member();
            assertEquals(member, McMemberRecord.decode(member.encode()), where);
            NodeRecord node =
                    new NodeRecord(bits(16), info(), new NodeDescription("node " + round));
            assertEquals(node, NodeRecord.decode(node.encode()), where);
        }
    }

    @Test
    void a_group_without_its_member_keeps_everything_else() {
        McMemberRecord group = member().groupOnly();
        assertTrue(group.portGid().isZero());
        assertEquals(0, group.joinState());
        assertFalse(group.proxyJoin());
        for (McMemberComponent component : McMemberComponent.values()) {
            assertTrue(component.equal(group, McMemberRecord.decode(group.encode())));
        }
    }

    @Test
    void a_node_lies_where_the_specification_has_it() {
        NodeInfo info =
                new NodeInfo(
                        1,
                        2,
                        new Guid(0x11),
                        new Guid(0x22),
                        new Guid(0x33),
                        0x80,
                        0x1003,
                        0xa1,
                        1,
                        0x2c9);
        byte[] bytes = new NodeRecord(3, info, new NodeDescription("host a")).encode();

        assertEquals(108, bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        assertEquals(3, in.getShort(0));
        assertEquals(0x0101_0102, in.getInt(4));
        assertEquals(0x11, in.getLong(8));
        assertEquals(0x22, in.getLong(16));
        assertEquals(0x33, in.getLong(24));
        assertEquals(0x0100_02c9, in.getInt(40));
        assertEquals('h', in.get(44));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 51, 53, 64, 107, 109})
    void a_record_of_another_length_is_refused(int length) {
        byte[] bytes = new byte[length];
        assertThrows(MadFormatException.class, () -> McMemberRecord.decode(bytes));
        assertThrows(MadFormatException.class, () -> NodeRecord.decode(bytes));
    }

    @ParameterizedTest
    @EnumSource(McMemberComponent.class)
    void every_component_tells_records_apart_by_its_own_field(McMemberComponent component) {
        byte[] zeros = new byte[McMemberRecord.SIZE];
        byte[] ones = new byte[McMemberRecord.SIZE];
        Arrays.fill(ones, (byte) -1);
        assertFalse(component.equal(McMemberRecord.decode(zeros), McMemberRecord.decode(ones)));
        assertTrue(component.in(component.mask()));
        assertFalse(component.in(~component.mask()));
    }

    /** The kernel's ib_sa.h. */
    @Test
    void the_bits_of_the_mask_are_the_kernels() {
        assertEquals(1, McMemberComponent.MGID.mask());
        assertEquals(1 << 7, McMemberComponent.PKEY.mask());
        assertEquals(1 << 12, McMemberComponent.SL.mask());
        assertEquals(1 << 16, McMemberComponent.JOIN_STATE.mask());
        assertEquals(1 << 17, McMemberComponent.PROXY_JOIN.mask());
    }

    /** The bytes are those that saquery of infiniband-diags 44 sends. */
    @Test
    void a_question_is_written_as_saquery_does() {
        byte[] expected = new byte[256];
        ByteBuffer out = ByteBuffer.wrap(expected);
        out.put(new byte[] {1, 3, 2, 0x12}).putInt(12, 0x4ed3_7f5f).put(17, (byte) 0x38);

        SaQuery query =
                SaQuery.all(SaAttribute.MC_MEMBER_RECORD, 0).withTransactionId(0x4ed3_7f5fL);

        assertArrayEquals(expected, query.toBytes().array());
    }

    @Test
    void a_question_is_read_as_it_was_written() {
        long mask = McMemberComponent.MGID.mask() | McMemberComponent.PORT_GID.mask();
        McMemberRecord wanted = McMemberRecord.wanted(MGID, PORT, 0);
        SaQuery query =
                SaQuery.table(SaAttribute.MC_MEMBER_RECORD, 0x1122, mask, wanted.encode())
                        .withTransactionId(9);

        SaQuery read = SaQuery.decode(query.toBytes());

        assertEquals(SaQuery.GET_TABLE, read.method());
        assertEquals(9, read.transactionId());
        assertEquals(0x38, read.attributeId());
        assertEquals(0x1122, read.smKey());
        assertEquals(mask, read.componentMask());
        assertEquals(wanted, McMemberRecord.decode(read.record(McMemberRecord.SIZE)));
        assertFalse(read.toString().contains("smKey"), "a secret");
        assertThrows(
                IllegalArgumentException.class,
                () -> SaQuery.table(SaAttribute.NODE_RECORD, 0, 0, new byte[201]));
    }

    @ParameterizedTest
    @CsvSource({
        "0x0000, status 0x0000",
        "0x0001, status 0x0001: it is busy",
        "0x0002, status 0x0002: it sends the requester elsewhere",
        "0x0004, status 0x0004: it does not know this version of the class",
        "0x0008, status 0x0008: it does not know the method",
        "0x000c, status 0x000c: it does not know the attribute",
        "0x001c, status 0x001c: a field has an invalid value",
        "0x0010, status 0x0010: reserved",
        "0x0100, status 0x0100: it has no resources left",
        "0x0300, status 0x0300: there is no such record",
        "0x0500, status 0x0500: the GID is invalid",
        "0x0700, status 0x0700: the request is denied",
        "0x7f00, status 0x7f00"
    })
    void a_status_is_told_in_words(String status, String text) {
        assertEquals(text, SaStatus.text(Integer.decode(status)));
    }

    private McMemberRecord member() {
        return new McMemberRecord(
                new Gid(random.nextLong(), random.nextLong()),
                new Gid(random.nextLong(), random.nextLong()),
                random.nextInt(),
                bits(16),
                bits(2),
                bits(6),
                bits(8),
                bits(16),
                bits(2),
                bits(6),
                bits(2),
                bits(6),
                bits(4),
                bits(20),
                bits(8),
                bits(4),
                bits(4),
                random.nextBoolean());
    }

    private NodeInfo info() {
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

    private int bits(int width) {
        return random.nextInt(1 << width);
    }
}
