// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_mr} of verbs.h: what {@code ibv_reg_mr(3)} returns. */
public enum IbvMr implements CField {
    ADDR("addr", 16, 8),
    LENGTH("length", 24, 8),
    LKEY("lkey", 36, 4),
    RKEY("rkey", 40, 4);

    private final String member;
    private final int offset;
    private final int size;

    IbvMr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_mr";
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
