// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_send_wr} of verbs.h: a send request, {@code ibv_post_send(3)}; immediate data
 * is in network order.
 */
public enum IbvSendWr implements CField {
    WR_ID("wr_id", 0, 8),
    NEXT("next", 8, 8),
    SG_LIST("sg_list", 16, 8),
    NUM_SGE("num_sge", 24, 4),
    OPCODE("opcode", 28, 4),
    SEND_FLAGS("send_flags", 32, 4),
    IMM_DATA("imm_data", 36, 4),
    WR_RDMA_REMOTE_ADDR("wr.rdma.remote_addr", 40, 8),
    WR_RDMA_RKEY("wr.rdma.rkey", 48, 4),
    WR_ATOMIC_REMOTE_ADDR("wr.atomic.remote_addr", 40, 8),
    WR_ATOMIC_COMPARE_ADD("wr.atomic.compare_add", 48, 8),
    WR_ATOMIC_SWAP("wr.atomic.swap", 56, 8),
    WR_ATOMIC_RKEY("wr.atomic.rkey", 64, 4),
    WR_UD_AH("wr.ud.ah", 40, 8),
    WR_UD_REMOTE_QPN("wr.ud.remote_qpn", 48, 4),
    WR_UD_REMOTE_QKEY("wr.ud.remote_qkey", 52, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 128;

    private final String member;
    private final int offset;
    private final int size;

    IbvSendWr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_send_wr";
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
