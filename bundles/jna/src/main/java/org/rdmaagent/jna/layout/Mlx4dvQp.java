// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct mlx4dv_qp} of mlx4dv.h: where the queues of a queue pair lie. */
public enum Mlx4dvQp implements CField {
    RDB("rdb", 0, 8),
    SDB("sdb", 8, 8),
    DOORBELL_QPN("doorbell_qpn", 16, 4),
    SQ_WQE_CNT("sq.wqe_cnt", 20, 4),
    SQ_WQE_SHIFT("sq.wqe_shift", 24, 4),
    SQ_OFFSET("sq.offset", 28, 4),
    RQ_WQE_CNT("rq.wqe_cnt", 32, 4),
    RQ_WQE_SHIFT("rq.wqe_shift", 36, 4),
    RQ_OFFSET("rq.offset", 40, 4),
    BUF("buf.buf", 48, 8),
    LENGTH("buf.length", 56, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 80;

    private final String member;
    private final int offset;
    private final int size;

    Mlx4dvQp(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct mlx4dv_qp";
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
