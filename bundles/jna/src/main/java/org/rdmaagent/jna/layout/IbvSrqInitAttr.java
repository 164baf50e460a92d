// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_srq_init_attr} of verbs.h: what {@code ibv_create_srq(3)} takes and fills. */
public enum IbvSrqInitAttr implements CField {
    ATTR("attr", 8, 12);

    /** The whole struct, bytes. */
    public static final int SIZE = 24;

    private final String member;
    private final int offset;
    private final int size;

    IbvSrqInitAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_srq_init_attr";
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
