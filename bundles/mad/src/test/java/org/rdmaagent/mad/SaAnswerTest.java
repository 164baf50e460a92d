// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Gid;

final class SaAnswerTest {
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 100_000 : 2_000;
    private static final SaQuery GROUPS =
            SaQuery.all(SaAttribute.MC_MEMBER_RECORD, 0).withTransactionId(7);

    private final long seed = Long.getLong("rdma.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private static List<McMemberRecord> members(ByteBuffer mad) {
        return SaAnswer.decode(mad).records(McMemberRecord.SIZE).stream()
                .map(McMemberRecord::decode)
                .toList();
    }

    @Test
    void one_group_of_a_subnet_manager_is_read() {
        SaAnswer answer = SaAnswer.decode(SaBytes.mad(SaBytes.ONE_GROUP));

        assertEquals(SaAnswer.GET_TABLE_RESPONSE, answer.method());
        assertEquals(0, answer.status());
        assertEquals(0x1_0000_4ed3_7f5fL, answer.transactionId());
        assertEquals(SaAttribute.MC_MEMBER_RECORD.code(), answer.attributeId());
        assertEquals(56, answer.strideBytes());
        assertEquals(
                List.of(
                        new McMemberRecord(
                                new Gid(0xff12_401b_ffff_0000L, 0xffff_ffffL),
                                new Gid(0, 0),
                                0xb1b,
                                0xc000,
                                2,
                                4,
                                0,
                                0xffff,
                                2,
                                3,
                                2,
                                18,
                                0,
                                0,
                                0,
                                2,
                                0,
                                false)),
                members(SaBytes.mad(SaBytes.ONE_GROUP)));
    }

    @Test
    void as_many_records_as_fit_into_one_mad_are_read_without_a_length() {
        List<McMemberRecord> members = members(SaBytes.mad(SaBytes.THREE_MEMBERS));

        assertEquals(
                List.of(0xc001, 0xc002, 0xc003),
                members.stream().map(McMemberRecord::mlid).toList());
        for (McMemberRecord member : members) {
            assertEquals(new Gid(0xfe80_0000_0000_0000L, 0x10_0001L), member.portGid());
            assertEquals(1, member.joinState());
        }
    }

    @Test
    void an_empty_table_and_an_error_have_no_records() {
        assertEquals(List.of(), members(SaBytes.mad(SaBytes.NO_GROUP)));
        assertEquals(List.of(), members(SaBytes.mad(SaBytes.TOO_MANY)));
        SaAnswer error = SaAnswer.decode(SaBytes.mad(SaBytes.TOO_MANY));
        assertEquals(SaStatus.TOO_MANY_RECORDS.code(), error.status());
        assertEquals(
                "status 0x0400: there are several such records", SaStatus.text(error.status()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 25, 5_000})
    void a_table_of_any_length_is_read_as_it_was_written(int count) {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] record = new byte[McMemberRecord.SIZE];
            random.nextBytes(record);
            record[0] = (byte) 0xff;
            records.add(record);
        }
        ByteBuffer mad = SaAnswer.table(GROUPS, SaAttribute.MC_MEMBER_RECORD, records).toBytes();

        assertEquals(Math.max(256, 56 + 56 * count), mad.remaining());
        List<byte[]> read = SaAnswer.decode(mad).records(McMemberRecord.SIZE);
        assertEquals(count, read.size(), "rdma.seed=" + seed);
        for (int i = 0; i < count; i++) {
            assertArrayEquals(records.get(i), read.get(i), "rdma.seed=" + seed + " record " + i);
        }
    }

    /** mad_rmpp.c: 220 bytes for each MAD but what the last one leaves free. */
    @ParameterizedTest
    @CsvSource({"0, 20, 7", "1, 76, 7", "3, 188, 7", "4, 264, 3", "25, 1540, 3"})
    void the_header_of_the_first_part_counts_the_class_header_of_all(
            int count, int payload, int flags) {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(new byte[McMemberRecord.SIZE]);
        }
        ByteBuffer mad = SaAnswer.table(GROUPS, SaAttribute.MC_MEMBER_RECORD, records).toBytes();

        assertEquals(payload, mad.getInt(32));
        assertEquals(flags, mad.get(26));
        assertEquals(1, mad.getInt(28));
        assertEquals(count == 0 ? 0 : 7, mad.getShort(44));
    }

    @Test
    void a_length_that_is_told_wins_over_what_lies_behind_it() {
        ByteBuffer mad = SaBytes.mad(SaBytes.THREE_MEMBERS);
        mad.put(25, (byte) 1).put(26, (byte) 7).putInt(28, 1).putInt(32, 20 + 56);
        assertEquals(1, members(mad).size());
        mad.putInt(32, 20);
        assertEquals(0, members(mad).size());
    }

    @Test
    void the_answer_to_a_get_is_one_record_whatever_its_offset() {
        ByteBuffer mad = SaBytes.mad(SaBytes.THREE_MEMBERS).put(3, (byte) 0x81);
        assertEquals(1, members(mad).size());
        assertEquals(1, members(mad.putShort(44, (short) 0)).size());
    }

    @Test
    void records_that_overlap_are_refused() {
        ByteBuffer mad = SaBytes.mad(SaBytes.THREE_MEMBERS).putShort(44, (short) 6);
        assertThrows(MadFormatException.class, () -> members(mad));
    }

    @Test
    void records_that_lie_wider_apart_are_read() {
        ByteBuffer mad = SaBytes.mad(SaBytes.THREE_MEMBERS).putShort(44, (short) 8);
        assertEquals(0xc001, members(mad).get(0).mlid());
    }

    @Test
    void what_is_cut_off_or_of_another_class_is_refused() {
        ByteBuffer mad = SaBytes.mad(SaBytes.ONE_GROUP);
        assertThrows(MadFormatException.class, () -> SaAnswer.decode(mad.limit(255)));
        ByteBuffer smp = SaBytes.mad(SaBytes.ONE_GROUP).put(1, (byte) 0x81);
        assertThrows(MadFormatException.class, () -> SaAnswer.decode(smp));
    }

    @Test
    void the_position_of_the_buffer_counts_and_stays() {
        ByteBuffer mad = SaBytes.mad(SaBytes.ONE_GROUP);
        ByteBuffer wide = ByteBuffer.allocate(300).position(44).put(mad).position(44);
        assertEquals(1, members(wide).size());
        assertEquals(44, wide.position());
    }

    @Test
    void random_bytes_are_read_or_refused() {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextInt(200, 2_000)];
            random.nextBytes(bytes);
            bytes[1] = 3;
            if (random.nextBoolean()) {
                bytes[3] = (byte) 0x92;
                bytes[4] = bytes[5] = bytes[44] = 0;
            }
            try {
                members(ByteBuffer.wrap(bytes));
            } catch (MadFormatException e) {
                // Refused.
            } catch (RuntimeException e) {
                throw new AssertionError("rdma.seed=" + seed + " round " + round, e);
            }
        }
    }
}
