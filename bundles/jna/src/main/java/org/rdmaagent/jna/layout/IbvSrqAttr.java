// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_srq_attr} of verbs.h: what {@code ibv_modify_srq(3)} takes and {@code
 * ibv_query_srq(3)} fills.
 */
public enum IbvSrqAttr implements CField {
    MAX_WR("max_wr", 0, 4),
    MAX_SGE("max_sge", 4, 4),
    SRQ_LIMIT("srq_limit", 8, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 12;

    private final String member;
    private final int offset;
    private final int size;

    IbvSrqAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_srq_attr";
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
