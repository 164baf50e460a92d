// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct rdma_cm_join_mc_attr_ex} of rdma_cma.h: what is asked of a join. */
public enum RdmaCmJoinMcAttrEx implements CField {
    COMP_MASK("comp_mask", 0, 4),
    JOIN_FLAGS("join_flags", 4, 4),
    ADDR("addr", 8, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 16;

    private final String member;
    private final int offset;
    private final int size;

    RdmaCmJoinMcAttrEx(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct rdma_cm_join_mc_attr_ex";
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
