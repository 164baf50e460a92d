// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_sge} of verbs.h: a piece of registered memory. */
public enum IbvSge implements CField {
    ADDR("addr", 0, 8),
    LENGTH("length", 8, 4),
    LKEY("lkey", 12, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 16;

    private final String member;
    private final int offset;
    private final int size;

    IbvSge(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_sge";
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
