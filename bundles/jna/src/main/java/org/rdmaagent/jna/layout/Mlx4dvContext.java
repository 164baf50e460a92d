// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct mlx4dv_context} of mlx4dv.h: what {@code mlx4dv_query_device(3)} fills. */
public enum Mlx4dvContext implements CField {
    VERSION("version", 0, 1),
    MAX_INL_RECV_SZ("max_inl_recv_sz", 4, 4),
    COMP_MASK("comp_mask", 8, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 16;

    private final String member;
    private final int offset;
    private final int size;

    Mlx4dvContext(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct mlx4dv_context";
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
