// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_recv_wr} of verbs.h: a receive request, {@code ibv_post_recv(3)}. */
public enum IbvRecvWr implements CField {
    WR_ID("wr_id", 0, 8),
    NEXT("next", 8, 8),
    SG_LIST("sg_list", 16, 8),
    NUM_SGE("num_sge", 24, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 32;

    private final String member;
    private final int offset;
    private final int size;

    IbvRecvWr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_recv_wr";
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
