// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code ib_user_mad_t} of umad.h: the header in front of a MAD; the fields of the address are in
 * network order.
 */
public enum UserMad implements CField {
    AGENT_ID("agent_id", 0, 4),
    STATUS("status", 4, 4),
    TIMEOUT_MS("timeout_ms", 8, 4),
    RETRIES("retries", 12, 4),
    LENGTH("length", 16, 4),
    QPN("addr.qpn", 20, 4),
    QKEY("addr.qkey", 24, 4),
    LID("addr.lid", 28, 2),
    SL("addr.sl", 30, 1),
    PKEY_INDEX("addr.pkey_index", 56, 2);

    /**
     * The whole header, bytes, where the kernel takes a P_Key index: {@code umad_size(3)} tells.
     */
    public static final int SIZE = 64;

    private final String member;
    private final int offset;
    private final int size;

    UserMad(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "ib_user_mad_t";
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
