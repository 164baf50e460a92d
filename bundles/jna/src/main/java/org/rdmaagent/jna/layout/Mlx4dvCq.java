// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct mlx4dv_cq} of mlx4dv.h: where a completion queue lies. */
public enum Mlx4dvCq implements CField {
    BUF("buf.buf", 0, 8),
    CQE_CNT("cqe_cnt", 16, 4),
    CQN("cqn", 20, 4),
    SET_CI_DB("set_ci_db", 24, 8),
    ARM_DB("arm_db", 32, 8),
    ARM_SN("arm_sn", 40, 4),
    CQE_SIZE("cqe_size", 44, 4),
    COMP_MASK("comp_mask", 48, 8),
    CQ_UAR("cq_uar", 56, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 64;

    private final String member;
    private final int offset;
    private final int size;

    Mlx4dvCq(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct mlx4dv_cq";
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
