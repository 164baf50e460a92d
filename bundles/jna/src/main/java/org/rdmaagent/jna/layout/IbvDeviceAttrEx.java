// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_device_attr_ex} of verbs.h: what {@code ibv_query_device_ex(3)} fills, behind
 * the {@code struct ibv_device_attr} that it begins with. It grows at its end; who asks tells how
 * much he knows of it.
 */
public enum IbvDeviceAttrEx implements CField {
    COMP_MASK("comp_mask", 232, 4),
    ODP_GENERAL_CAPS("odp_caps.general_caps", 240, 8),
    RC_ODP_CAPS("odp_caps.per_transport_caps.rc_odp_caps", 248, 4),
    UC_ODP_CAPS("odp_caps.per_transport_caps.uc_odp_caps", 252, 4),
    UD_ODP_CAPS("odp_caps.per_transport_caps.ud_odp_caps", 256, 4),
    COMPLETION_TIMESTAMP_MASK("completion_timestamp_mask", 264, 8),
    HCA_CORE_CLOCK("hca_core_clock", 272, 8),
    DEVICE_CAP_FLAGS_EX("device_cap_flags_ex", 280, 8),
    MAX_TSO("tso_caps.max_tso", 288, 4),
    TSO_SUPPORTED_QPTS("tso_caps.supported_qpts", 292, 4),
    RSS_SUPPORTED_QPTS("rss_caps.supported_qpts", 296, 4),
    MAX_RWQ_INDIRECTION_TABLES("rss_caps.max_rwq_indirection_tables", 300, 4),
    MAX_RWQ_INDIRECTION_TABLE_SIZE("rss_caps.max_rwq_indirection_table_size", 304, 4),
    RX_HASH_FIELDS_MASK("rss_caps.rx_hash_fields_mask", 312, 8),
    RX_HASH_FUNCTION("rss_caps.rx_hash_function", 320, 1),
    MAX_WQ_TYPE_RQ("max_wq_type_rq", 328, 4),
    QP_RATE_LIMIT_MIN("packet_pacing_caps.qp_rate_limit_min", 332, 4),
    QP_RATE_LIMIT_MAX("packet_pacing_caps.qp_rate_limit_max", 336, 4),
    PACKET_PACING_SUPPORTED_QPTS("packet_pacing_caps.supported_qpts", 340, 4),
    RAW_PACKET_CAPS("raw_packet_caps", 344, 4),
    TM_MAX_RNDV_HDR_SIZE("tm_caps.max_rndv_hdr_size", 348, 4),
    TM_MAX_NUM_TAGS("tm_caps.max_num_tags", 352, 4),
    TM_FLAGS("tm_caps.flags", 356, 4),
    TM_MAX_OPS("tm_caps.max_ops", 360, 4),
    TM_MAX_SGE("tm_caps.max_sge", 364, 4),
    CQ_MOD_MAX_CQ_COUNT("cq_mod_caps.max_cq_count", 368, 2),
    CQ_MOD_MAX_CQ_PERIOD("cq_mod_caps.max_cq_period", 370, 2),
    MAX_DM_SIZE("max_dm_size", 376, 8),
    PCI_ATOMIC_FETCH_ADD("pci_atomic_caps.fetch_add", 384, 2),
    PCI_ATOMIC_SWAP("pci_atomic_caps.swap", 386, 2),
    PCI_ATOMIC_COMPARE_SWAP("pci_atomic_caps.compare_swap", 388, 2),
    XRC_ODP_CAPS("xrc_odp_caps", 392, 4),
    PHYS_PORT_CNT_EX("phys_port_cnt_ex", 396, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 400;

    private final String member;
    private final int offset;
    private final int size;

    IbvDeviceAttrEx(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_device_attr_ex";
    }

    @Override
    public String member() {
        return member;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int size() {
        return size;
    }
}
