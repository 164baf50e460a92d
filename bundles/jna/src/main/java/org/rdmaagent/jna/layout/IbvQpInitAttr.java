// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_qp_init_attr} of verbs.h: what {@code ibv_create_qp(3)} takes. */
public enum IbvQpInitAttr implements CField {
    SEND_CQ("send_cq", 8, 8),
    RECV_CQ("recv_cq", 16, 8),
    SRQ("srq", 24, 8),
    CAP("cap", 32, 20),
    QP_TYPE("qp_type", 52, 4),
    SQ_SIG_ALL("sq_sig_all", 56, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 64;

    private final String member;
    private final int offset;
    private final int size;

    IbvQpInitAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_qp_init_attr";
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
