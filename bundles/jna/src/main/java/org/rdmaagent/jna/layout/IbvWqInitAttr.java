// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_wq_init_attr} of verbs.h: what {@code ibv_create_wq(3)} takes and fills. */
public enum IbvWqInitAttr implements CField {
    WQ_TYPE("wq_type", 8, 4),
    MAX_WR("max_wr", 12, 4),
    MAX_SGE("max_sge", 16, 4),
    PD("pd", 24, 8),
    CQ("cq", 32, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 48;

    private final String member;
    private final int offset;
    private final int size;

    IbvWqInitAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_wq_init_attr";
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
