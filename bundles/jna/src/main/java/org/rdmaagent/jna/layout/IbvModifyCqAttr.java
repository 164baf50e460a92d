// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_modify_cq_attr} of verbs.h: what {@code ibv_modify_cq(3)} takes. */
public enum IbvModifyCqAttr implements CField {
    ATTR_MASK("attr_mask", 0, 4),
    CQ_COUNT("moderate.cq_count", 4, 2),
    CQ_PERIOD("moderate.cq_period", 6, 2);

    /** The whole struct, bytes. */
    public static final int SIZE = 8;

    private final String member;
    private final int offset;
    private final int size;

    IbvModifyCqAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_modify_cq_attr";
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
