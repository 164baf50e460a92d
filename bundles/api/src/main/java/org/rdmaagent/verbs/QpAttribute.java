// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Set;

/**
 * Which fields of {@link QpAttributes} count ({@code enum ibv_qp_attr_mask}, {@code
 * ibv_modify_qp(3)}).
 */
public enum QpAttribute implements NativeCode {
    /** {@code qp_state}. */
    STATE(1),
    /** {@code cur_qp_state}. */
    CUR_STATE(1 << 1),
    /** {@code en_sqd_async_notify}. */
    EN_SQD_ASYNC_NOTIFY(1 << 2),
    /** {@code qp_access_flags}. */
    ACCESS_FLAGS(1 << 3),
    /** {@code pkey_index}. */
    PKEY_INDEX(1 << 4),
    /** {@code port_num}. */
    PORT(1 << 5),
    /** {@code qkey}. */
    QKEY(1 << 6),
    /** {@code ah_attr}. */
    AV(1 << 7),
    /** {@code path_mtu}. */
    PATH_MTU(1 << 8),
    /** {@code timeout}. */
    TIMEOUT(1 << 9),
    /** {@code retry_cnt}. */
    RETRY_CNT(1 << 10),
    /** {@code rnr_retry}. */
    RNR_RETRY(1 << 11),
    /** {@code rq_psn}. */
    RQ_PSN(1 << 12),
    /** {@code max_rd_atomic}. */
    MAX_QP_RD_ATOMIC(1 << 13),
    /** {@code alt_ah_attr}, {@code alt_pkey_index}, {@code alt_port_num}, {@code alt_timeout}. */
    ALT_PATH(1 << 14),
    /** {@code min_rnr_timer}. */
    MIN_RNR_TIMER(1 << 15),
    /** {@code sq_psn}. */
    SQ_PSN(1 << 16),
    /** {@code max_dest_rd_atomic}. */
    MAX_DEST_RD_ATOMIC(1 << 17),
    /** {@code path_mig_state}. */
    PATH_MIG_STATE(1 << 18),
    /** {@code cap}. */
    CAP(1 << 19),
    /** {@code dest_qp_num}. */
    DEST_QPN(1 << 20),
    /** {@code rate_limit}. */
    RATE_LIMIT(1 << 25);

    private final int code;

    QpAttribute(int code) {
        this.code = code;
    }

    /** The bit in C. */
    @Override
    public int code() {
        return code;
    }

    /** Those whose bits are set in a mask; bits that none has are left out. */
    public static Set<QpAttribute> ofMask(int mask) {
        return NativeCode.ofMask(QpAttribute.class, mask);
    }
}
