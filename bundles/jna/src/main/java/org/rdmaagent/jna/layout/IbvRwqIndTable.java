// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_rwq_ind_table} of verbs.h: what {@code ibv_create_rwq_ind_table(3)} returns.
 */
public enum IbvRwqIndTable implements CField {
    IND_TBL_NUM("ind_tbl_num", 12, 4);

    private final String member;
    private final int offset;
    private final int size;

    IbvRwqIndTable(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_rwq_ind_table";
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
