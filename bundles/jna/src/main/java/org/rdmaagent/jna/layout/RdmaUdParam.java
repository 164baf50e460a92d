// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct rdma_ud_param} of rdma_cma.h: what an event about datagrams tells. */
public enum RdmaUdParam implements CField {
    PRIVATE_DATA("private_data", 0, 8),
    AH_ATTR("ah_attr", 16, 32),
    QP_NUM("qp_num", 48, 4),
    QKEY("qkey", 52, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 56;

    private final String member;
    private final int offset;
    private final int size;

    RdmaUdParam(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct rdma_ud_param";
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
