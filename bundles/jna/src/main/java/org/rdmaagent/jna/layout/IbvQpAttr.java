// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_qp_attr} of verbs.h: what {@code ibv_modify_qp(3)} takes and {@code
 * ibv_query_qp(3)} fills.
 */
public enum IbvQpAttr implements CField {
    QP_STATE("qp_state", 0, 4),
    CUR_QP_STATE("cur_qp_state", 4, 4),
    PATH_MTU("path_mtu", 8, 4),
    PATH_MIG_STATE("path_mig_state", 12, 4),
    QKEY("qkey", 16, 4),
    RQ_PSN("rq_psn", 20, 4),
    SQ_PSN("sq_psn", 24, 4),
    DEST_QP_NUM("dest_qp_num", 28, 4),
    QP_ACCESS_FLAGS("qp_access_flags", 32, 4),
    CAP("cap", 36, 20),
    AH_ATTR("ah_attr", 56, 32),
    ALT_AH_ATTR("alt_ah_attr", 88, 32),
    PKEY_INDEX("pkey_index", 120, 2),
    ALT_PKEY_INDEX("alt_pkey_index", 122, 2),
    EN_SQD_ASYNC_NOTIFY("en_sqd_async_notify", 124, 1),
    SQ_DRAINING("sq_draining", 125, 1),
    MAX_RD_ATOMIC("max_rd_atomic", 126, 1),
    MAX_DEST_RD_ATOMIC("max_dest_rd_atomic", 127, 1),
    MIN_RNR_TIMER("min_rnr_timer", 128, 1),
    PORT_NUM("port_num", 129, 1),
    TIMEOUT("timeout", 130, 1),
    RETRY_CNT("retry_cnt", 131, 1),
    RNR_RETRY("rnr_retry", 132, 1),
    ALT_PORT_NUM("alt_port_num", 133, 1),
    ALT_TIMEOUT("alt_timeout", 134, 1),
    RATE_LIMIT("rate_limit", 136, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 144;

    private final String member;
    private final int offset;
    private final int size;

    IbvQpAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_qp_attr";
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
