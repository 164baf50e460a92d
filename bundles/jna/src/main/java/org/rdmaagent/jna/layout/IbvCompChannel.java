// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_comp_channel} of verbs.h: what {@code ibv_create_comp_channel(3)} returns. */
public enum IbvCompChannel implements CField {
    CONTEXT("context", 0, 8),
    FD("fd", 8, 4);

    private final String member;
    private final int offset;
    private final int size;

    IbvCompChannel(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_comp_channel";
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
