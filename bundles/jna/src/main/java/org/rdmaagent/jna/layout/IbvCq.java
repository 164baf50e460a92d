// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_cq} of verbs.h: what {@code ibv_create_cq(3)} returns. */
public enum IbvCq implements CField {
    CONTEXT("context", 0, 8),
    CHANNEL("channel", 8, 8),
    CQE("cqe", 28, 4);

    private final String member;
    private final int offset;
    private final int size;

    IbvCq(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_cq";
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
