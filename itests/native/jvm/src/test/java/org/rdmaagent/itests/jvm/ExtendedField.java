// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.rdmaagent.itests.jvm.ExtendedField.Absence.UNTOLD;
import static org.rdmaagent.itests.jvm.ExtendedField.Absence.ZERO;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A field of the extended device attributes: its key in {@link DevinfoLines}, its path in our
 * record, and what it means if the tool does not write it.
 */
public enum ExtendedField {
    GENERAL_ODP("general_odp_caps", "odpCaps.generalCaps", UNTOLD),
    RC_ODP("rc_odp_caps", "odpCaps.rcOdpCaps", UNTOLD),
    UC_ODP("uc_odp_caps", "odpCaps.ucOdpCaps", UNTOLD),
    UD_ODP("ud_odp_caps", "odpCaps.udOdpCaps", UNTOLD),
    XRC_ODP("xrc_odp_caps", "xrcOdpCaps", UNTOLD),
    TIMESTAMP_MASK("completion timestamp_mask", "completionTimestampMask", UNTOLD),
    CORE_CLOCK("hca_core_clock", "hcaCoreClock", UNTOLD),
    RAW_PACKET("raw packet caps", "rawPacketCaps", ZERO),
    CAP_FLAGS("device_cap_flags_ex", "deviceCapFlagsEx", UNTOLD),
    MAX_TSO("max_tso", "tsoCaps.maxTso", UNTOLD),
    TSO_QP("tso_caps/supported_qp", "tsoCaps.supportedQpts", UNTOLD),
    RWQ_TABLES("max_rwq_indirection_tables", "rssCaps.maxRwqIndirectionTables", UNTOLD),
    RWQ_SIZE("max_rwq_indirection_table_size", "rssCaps.maxRwqIndirectionTableSize", UNTOLD),
    HASH_FUNCTION("rx_hash_function", "rssCaps.rxHashFunction", UNTOLD),
    HASH_FIELDS("rx_hash_fields_mask", "rssCaps.rxHashFieldsMask", UNTOLD),
    RSS_QP("rss_caps/supported_qp", "rssCaps.supportedQpts", ZERO),
    MAX_WQ("max_wq_type_rq", "maxWqTypeRq", UNTOLD),
    RATE_MIN("qp_rate_limit_min", "packetPacingCaps.qpRateLimitMin", UNTOLD),
    RATE_MAX("qp_rate_limit_max", "packetPacingCaps.qpRateLimitMax", UNTOLD),
    PACING_QP("packet_pacing_caps/supported_qp", "packetPacingCaps.supportedQpts", UNTOLD),
    RNDV_HEADER("max_rndv_hdr_size", "tmCaps.maxRndvHdrSize", UNTOLD),
    TAGS("max_num_tags", "tmCaps.maxNumTags", UNTOLD),
    TAG_OPS("max_ops", "tmCaps.maxOps", UNTOLD),
    TAG_SGE("tm_caps/max_sge", "tmCaps.maxSge", UNTOLD),
    TAG_FLAGS("tm_caps/flags", "tmCaps.flags", UNTOLD),
    CQ_COUNT("max_cq_count", "cqModCaps.maxCqCount", UNTOLD),
    CQ_PERIOD("max_cq_period", "cqModCaps.maxCqPeriod", UNTOLD),
    DEVICE_MEMORY("maximum available device memory", "maxDmSize", ZERO);

    /** What it means if the key is not there. */
    enum Absence {
        ZERO,
        /** Something else being 0, the tool leaves it out. */
        UNTOLD
    }

    /** The keys that say that a field is 0. */
    private static final Map<String, String> UNSUPPORTED =
            Map.of(
                    "completion timestamp_mask", "completion_timestamp_mask",
                    "hca_core_clock", "core clock",
                    "max_num_tags", "tag matching");

    /** What the tool never writes. */
    static final Set<String> NEVER_TOLD =
            Set.of(
                    "compMask",
                    "pciAtomicCaps.fetchAdd",
                    "pciAtomicCaps.swap",
                    "pciAtomicCaps.compareSwap",
                    "physPortCntEx");

    private final String theirs;
    private final String ours;
    private final Absence absence;

    ExtendedField(String theirs, String ours, Absence absence) {
        this.theirs = theirs;
        this.ours = ours;
        this.absence = absence;
    }

    /** Its path in our record. */
    public String ours() {
        return ours;
    }

    /** What the tool says of it; empty if it says nothing. */
    public OptionalLong expected(Map<String, String> device) {
        String value = device.get(theirs);
        if (value != null) {
            return OptionalLong.of(
                    DevinfoText.number(value.replaceAll("(kHZ|kbps|Bytes| us)$", "")));
        }
        String zero = UNSUPPORTED.get(theirs);
        boolean told = zero != null && device.containsKey(zero);
        return told || absence == ZERO ? OptionalLong.of(0) : OptionalLong.empty();
    }

    /** The paths in our record of which the tool says nothing. */
    public static Set<String> untold(Map<String, String> device) {
        Set<String> paths = new TreeSet<>(NEVER_TOLD);
        for (ExtendedField field : values()) {
            if (field.expected(device).isEmpty()) {
                paths.add(field.ours);
            }
        }
        return paths;
    }

    /** All keys of the tool's that say something of one. */
    public static Set<String> keys() {
        return Stream.concat(
                        Arrays.stream(values()).map(field -> field.theirs),
                        UNSUPPORTED.values().stream())
                .collect(Collectors.toSet());
    }
}
