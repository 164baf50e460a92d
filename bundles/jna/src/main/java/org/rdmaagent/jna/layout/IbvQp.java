// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_qp} of verbs.h: what {@code ibv_create_qp(3)} returns. */
public enum IbvQp implements CField {
    QP_NUM("qp_num", 52, 4),
    STATE("state", 56, 4),
    QP_TYPE("qp_type", 60, 4);

    private final String member;
    private final int offset;
    private final int size;

    IbvQp(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_qp";
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
