// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_rwq_ind_table_init_attr} of verbs.h: what {@code ibv_create_rwq_ind_table(3)}
 * takes.
 */
public enum IbvRwqIndTableInitAttr implements CField {
    LOG_IND_TBL_SIZE("log_ind_tbl_size", 0, 4),
    IND_TBL("ind_tbl", 8, 8),
    COMP_MASK("comp_mask", 16, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 24;

    private final String member;
    private final int offset;
    private final int size;

    IbvRwqIndTableInitAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_rwq_ind_table_init_attr";
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
