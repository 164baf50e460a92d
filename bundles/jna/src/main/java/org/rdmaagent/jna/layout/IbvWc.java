// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_wc} of verbs.h: a completion, {@code ibv_poll_cq(3)}; immediate data is in
 * network order.
 */
public enum IbvWc implements CField {
    WR_ID("wr_id", 0, 8),
    STATUS("status", 8, 4),
    OPCODE("opcode", 12, 4),
    VENDOR_ERR("vendor_err", 16, 4),
    BYTE_LEN("byte_len", 20, 4),
    IMM_DATA("imm_data", 24, 4),
    QP_NUM("qp_num", 28, 4),
    SRC_QP("src_qp", 32, 4),
    WC_FLAGS("wc_flags", 36, 4),
    PKEY_INDEX("pkey_index", 40, 2),
    SLID("slid", 42, 2),
    SL("sl", 44, 1),
    DLID_PATH_BITS("dlid_path_bits", 45, 1);

    /** The whole struct, bytes. */
    public static final int SIZE = 48;

    private final String member;
    private final int offset;
    private final int size;

    IbvWc(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_wc";
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
