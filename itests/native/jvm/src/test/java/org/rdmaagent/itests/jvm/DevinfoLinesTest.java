// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What no device of the rigs makes the tool write: the lines of a card that can do everything. */
class DevinfoLinesTest {
    private static final String EVERYTHING =
            """
            hca_id:\tone0
            \ttransport:\t\t\tInfiniBand (0)
            \tmax_sge:\t\t\t30
            \tgeneral_odp_caps:
            \t\t\t\t\tODP_SUPPORT
            \t\t\t\t\tODP_SUPPORT_IMPLICIT
            \trc_odp_caps:
            \t\t\t\t\tSUPPORT_SEND
            \t\t\t\t\tSUPPORT_SRQ
            \tuc_odp_caps:
            \t\t\t\t\tNO SUPPORT
            \tud_odp_caps:
            \t\t\t\t\tSUPPORT_SEND
            \t\t\t\t\tUnknown flags: 0x40
            \txrc_odp_caps:
            \t\t\t\t\tSUPPORT_WRITE
            \tcompletion timestamp_mask:\t\t\t0x7fffffffffffffff
            \thca_core_clock:\t\t\t156250kHZ
            \traw packet caps:
            \t\t\t\t\tC-VLAN stripping offload
            \t\t\t\t\tDelay drop
            \tdevice_cap_flags_ex:\t\t0x3000000000
            \t\t\t\t\tRAW_SCATTER_FCS
            \t\t\t\t\tUnknown flags: 0x2000000000
            \ttso_caps:
            \t\tmax_tso:\t\t\t262144
            \t\tsupported_qp:
            \t\t\t\t\tSUPPORT_RAW_PACKET
            \trss_caps:
            \t\tmax_rwq_indirection_tables:\t\t\t1048576
            \t\tmax_rwq_indirection_table_size:\t\t\t2048
            \t\trx_hash_function:\t\t\t\t0x1
            \t\trx_hash_fields_mask:\t\t\t\t0x800001FF
            \t\tsupported_qp:
            \t\t\t\t\tSUPPORT_RAW_PACKET
            \t\t\t\t\tSUPPORT_UD
            \tmax_wq_type_rq:\t\t\t8388608
            \tpacket_pacing_caps:
            \t\tqp_rate_limit_min:\t1kbps
            \t\tqp_rate_limit_max:\t100000000kbps
            \t\tsupported_qp:
            \t\t\t\t\tSUPPORT_UD
            \tmax_rndv_hdr_size:\t\t64
            \tmax_num_tags:\t\t\t127
            \tmax_ops:\t\t\t32768
            \tmax_sge:\t\t\t1
            \tflags:
            \t\t\t\t\tIBV_TM_CAP_RC

            \tcq moderation caps:
            \t\tmax_cq_count:\t65535
            \t\tmax_cq_period:\t4095 us

            \tmaximum available device memory:\t131072Bytes

            \tnum_comp_vectors:\t\t63
            \t\tport:\t1
            \t\t\tstate:\t\t\tPORT_ACTIVE (4)
            """;

    private static final Map<ExtendedField, Long> TOLD =
            Map.ofEntries(
                    Map.entry(ExtendedField.GENERAL_ODP, 3L),
                    Map.entry(ExtendedField.RC_ODP, 0x21L),
                    Map.entry(ExtendedField.UC_ODP, 0L),
                    Map.entry(ExtendedField.UD_ODP, 0x41L),
                    Map.entry(ExtendedField.XRC_ODP, 4L),
                    Map.entry(ExtendedField.TIMESTAMP_MASK, Long.MAX_VALUE),
                    Map.entry(ExtendedField.CORE_CLOCK, 156_250L),
                    Map.entry(ExtendedField.RAW_PACKET, 9L),
                    Map.entry(ExtendedField.CAP_FLAGS, 0x30_0000_0000L),
                    Map.entry(ExtendedField.MAX_TSO, 262_144L),
                    Map.entry(ExtendedField.TSO_QP, 0x100L),
                    Map.entry(ExtendedField.RWQ_TABLES, 1_048_576L),
                    Map.entry(ExtendedField.RWQ_SIZE, 2048L),
                    Map.entry(ExtendedField.HASH_FUNCTION, 1L),
                    Map.entry(ExtendedField.HASH_FIELDS, 0x8000_01ffL),
                    Map.entry(ExtendedField.RSS_QP, 0x110L),
                    Map.entry(ExtendedField.MAX_WQ, 8_388_608L),
                    Map.entry(ExtendedField.RATE_MIN, 1L),
                    Map.entry(ExtendedField.RATE_MAX, 100_000_000L),
                    Map.entry(ExtendedField.PACING_QP, 0x10L),
                    Map.entry(ExtendedField.RNDV_HEADER, 64L),
                    Map.entry(ExtendedField.TAGS, 127L),
                    Map.entry(ExtendedField.TAG_OPS, 32_768L),
                    Map.entry(ExtendedField.TAG_SGE, 1L),
                    Map.entry(ExtendedField.TAG_FLAGS, 1L),
                    Map.entry(ExtendedField.CQ_COUNT, 65_535L),
                    Map.entry(ExtendedField.CQ_PERIOD, 4095L),
                    Map.entry(ExtendedField.DEVICE_MEMORY, 131_072L));

    @ParameterizedTest
    @EnumSource(ExtendedField.class)
    void everyFieldIsFound(ExtendedField field) {
        Map<String, String> device = DevinfoLines.parse(EVERYTHING).device();
        Long told = TOLD.get(field);
        assertEquals(
                told == null ? OptionalLong.empty() : OptionalLong.of(told),
                field.expected(device));
    }

    @Test
    void nothingElseIsLeft() {
        DevinfoLines lines = DevinfoLines.parse(EVERYTHING);
        Map<String, String> device = lines.device();
        device.keySet().removeAll(ExtendedField.keys());
        assertEquals(Set.of("hca_id", "transport", "max_sge", "num_comp_vectors"), device.keySet());
        assertEquals("30", device.get("max_sge"));
        assertEquals(Map.of(1, Map.of("state", "PORT_ACTIVE (4)")), lines.ports());
    }

    @Test
    void whatIsNotUnderstoodIsAnError() {
        String text = "hca_id:\tone0\n\trc_odp_caps:\n\t\t\tSUPPORT_THOUGHT\n";
        assertThrows(AssertionError.class, () -> DevinfoLines.parse(text));
        String twice = "hca_id:\tone0\n\tmax_qp:\t1\n\tmax_qp:\t1\n";
        assertThrows(AssertionError.class, () -> DevinfoLines.parse(twice));
    }
}
