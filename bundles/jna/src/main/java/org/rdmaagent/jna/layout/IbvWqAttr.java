// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_wq_attr} of verbs.h: what {@code ibv_modify_wq(3)} takes. */
public enum IbvWqAttr implements CField {
    ATTR_MASK("attr_mask", 0, 4),
    WQ_STATE("wq_state", 4, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 20;

    private final String member;
    private final int offset;
    private final int size;

    IbvWqAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_wq_attr";
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
