// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_device_attr} of verbs.h: what {@code ibv_query_device(3)} fills. */
public enum IbvDeviceAttr implements CField {
    FW_VER("fw_ver", 0, 64),
    NODE_GUID("node_guid", 64, 8),
    SYS_IMAGE_GUID("sys_image_guid", 72, 8),
    MAX_MR_SIZE("max_mr_size", 80, 8),
    PAGE_SIZE_CAP("page_size_cap", 88, 8),
    VENDOR_ID("vendor_id", 96, 4),
    VENDOR_PART_ID("vendor_part_id", 100, 4),
    HW_VER("hw_ver", 104, 4),
    MAX_QP("max_qp", 108, 4),
    MAX_QP_WR("max_qp_wr", 112, 4),
    DEVICE_CAP_FLAGS("device_cap_flags", 116, 4),
    MAX_SGE("max_sge", 120, 4),
    MAX_SGE_RD("max_sge_rd", 124, 4),
    MAX_CQ("max_cq", 128, 4),
    MAX_CQE("max_cqe", 132, 4),
    MAX_MR("max_mr", 136, 4),
    MAX_PD("max_pd", 140, 4),
    MAX_QP_RD_ATOM("max_qp_rd_atom", 144, 4),
    MAX_EE_RD_ATOM("max_ee_rd_atom", 148, 4),
    MAX_RES_RD_ATOM("max_res_rd_atom", 152, 4),
    MAX_QP_INIT_RD_ATOM("max_qp_init_rd_atom", 156, 4),
    MAX_EE_INIT_RD_ATOM("max_ee_init_rd_atom", 160, 4),
    ATOMIC_CAP("atomic_cap", 164, 4),
    MAX_EE("max_ee", 168, 4),
    MAX_RDD("max_rdd", 172, 4),
    MAX_MW("max_mw", 176, 4),
    MAX_RAW_IPV6_QP("max_raw_ipv6_qp", 180, 4),
    MAX_RAW_ETHY_QP("max_raw_ethy_qp", 184, 4),
    MAX_MCAST_GRP("max_mcast_grp", 188, 4),
    MAX_MCAST_QP_ATTACH("max_mcast_qp_attach", 192, 4),
    MAX_TOTAL_MCAST_QP_ATTACH("max_total_mcast_qp_attach", 196, 4),
    MAX_AH("max_ah", 200, 4),
    MAX_FMR("max_fmr", 204, 4),
    MAX_MAP_PER_FMR("max_map_per_fmr", 208, 4),
    MAX_SRQ("max_srq", 212, 4),
    MAX_SRQ_WR("max_srq_wr", 216, 4),
    MAX_SRQ_SGE("max_srq_sge", 220, 4),
    MAX_PKEYS("max_pkeys", 224, 2),
    LOCAL_CA_ACK_DELAY("local_ca_ack_delay", 226, 1),
    PHYS_PORT_CNT("phys_port_cnt", 227, 1);

    /** The whole struct, bytes. */
    public static final int SIZE = 232;

    private final String member;
    private final int offset;
    private final int size;

    IbvDeviceAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_device_attr";
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
