// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_xrcd_init_attr} of verbs.h: what {@code ibv_open_xrcd(3)} takes. */
public enum IbvXrcdInitAttr implements CField {
    COMP_MASK("comp_mask", 0, 4),
    FD("fd", 4, 4),
    OFLAGS("oflags", 8, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 12;

    private final String member;
    private final int offset;
    private final int size;

    IbvXrcdInitAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_xrcd_init_attr";
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
