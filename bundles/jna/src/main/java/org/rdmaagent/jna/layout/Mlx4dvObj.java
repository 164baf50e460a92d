// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct mlx4dv_obj} of mlx4dv.h: what {@code mlx4dv_init_obj(3)} is asked with. */
public enum Mlx4dvObj implements CField {
    QP_IN("qp.in", 0, 8),
    QP_OUT("qp.out", 8, 8),
    CQ_IN("cq.in", 16, 8),
    CQ_OUT("cq.out", 24, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 64;

    private final String member;
    private final int offset;
    private final int size;

    Mlx4dvObj(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct mlx4dv_obj";
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
