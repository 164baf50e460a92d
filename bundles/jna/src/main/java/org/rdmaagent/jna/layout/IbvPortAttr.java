// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_port_attr} of verbs.h: what {@code ibv_query_port(3)} fills; the exported
 * function fills the first 48 bytes only.
 */
public enum IbvPortAttr implements CField {
    STATE("state", 0, 4),
    MAX_MTU("max_mtu", 4, 4),
    ACTIVE_MTU("active_mtu", 8, 4),
    GID_TBL_LEN("gid_tbl_len", 12, 4),
    PORT_CAP_FLAGS("port_cap_flags", 16, 4),
    MAX_MSG_SZ("max_msg_sz", 20, 4),
    BAD_PKEY_CNTR("bad_pkey_cntr", 24, 4),
    QKEY_VIOL_CNTR("qkey_viol_cntr", 28, 4),
    PKEY_TBL_LEN("pkey_tbl_len", 32, 2),
    LID("lid", 34, 2),
    SM_LID("sm_lid", 36, 2),
    LMC("lmc", 38, 1),
    MAX_VL_NUM("max_vl_num", 39, 1),
    SM_SL("sm_sl", 40, 1),
    SUBNET_TIMEOUT("subnet_timeout", 41, 1),
    INIT_TYPE_REPLY("init_type_reply", 42, 1),
    ACTIVE_WIDTH("active_width", 43, 1),
    ACTIVE_SPEED("active_speed", 44, 1),
    PHYS_STATE("phys_state", 45, 1),
    LINK_LAYER("link_layer", 46, 1),
    FLAGS("flags", 47, 1),
    PORT_CAP_FLAGS2("port_cap_flags2", 48, 2);

    /** The whole struct, bytes. */
    public static final int SIZE = 52;

    private final String member;
    private final int offset;
    private final int size;

    IbvPortAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_port_attr";
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
