// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_qp_init_attr_ex} of verbs.h: what {@code ibv_create_qp_ex(3)} takes. */
public enum IbvQpInitAttrEx implements CField {
    SEND_CQ("send_cq", 8, 8),
    RECV_CQ("recv_cq", 16, 8),
    SRQ("srq", 24, 8),
    CAP("cap", 32, 20),
    QP_TYPE("qp_type", 52, 4),
    SQ_SIG_ALL("sq_sig_all", 56, 4),
    COMP_MASK("comp_mask", 60, 4),
    PD("pd", 64, 8),
    XRCD("xrcd", 72, 8),
    CREATE_FLAGS("create_flags", 80, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 136;

    private final String member;
    private final int offset;
    private final int size;

    IbvQpInitAttrEx(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_qp_init_attr_ex";
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
