// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_qp_cap} of verbs.h: the sizes of a queue pair. */
public enum IbvQpCap implements CField {
    MAX_SEND_WR("max_send_wr", 0, 4),
    MAX_RECV_WR("max_recv_wr", 4, 4),
    MAX_SEND_SGE("max_send_sge", 8, 4),
    MAX_RECV_SGE("max_recv_sge", 12, 4),
    MAX_INLINE_DATA("max_inline_data", 16, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 20;

    private final String member;
    private final int offset;
    private final int size;

    IbvQpCap(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_qp_cap";
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
