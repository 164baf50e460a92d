// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_qp_open_attr} of verbs.h: what {@code ibv_open_qp(3)} takes. */
public enum IbvQpOpenAttr implements CField {
    COMP_MASK("comp_mask", 0, 4),
    QP_NUM("qp_num", 4, 4),
    XRCD("xrcd", 8, 8),
    QP_TYPE("qp_type", 24, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 32;

    private final String member;
    private final int offset;
    private final int size;

    IbvQpOpenAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_qp_open_attr";
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
