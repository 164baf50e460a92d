// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct mlx4dv_ctx_allocators} of mlx4dv.h: the value of the attribute BUF_ALLOCATORS. */
public enum Mlx4dvCtxAllocators implements CField {
    ALLOC("alloc", 0, 8),
    FREE("free", 8, 8),
    DATA("data", 16, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 24;

    private final String member;
    private final int offset;
    private final int size;

    Mlx4dvCtxAllocators(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct mlx4dv_ctx_allocators";
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
