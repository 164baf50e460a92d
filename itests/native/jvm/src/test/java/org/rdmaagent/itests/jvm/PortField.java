// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.Locale;

/** A field of a port: its name in {@code ibv_devinfo -v}, in our record, and how they compare. */
public enum PortField {
    STATE("state", "state", Kind.WORD),
    MAX_MTU("max_mtu", "maxMtuBytes", Kind.NUMBER),
    ACTIVE_MTU("active_mtu", "activeMtuBytes", Kind.NUMBER),
    GID_TBL_LEN("gid_tbl_len", "gidTblLen", Kind.NUMBER),
    PORT_CAP_FLAGS("port_cap_flags", "portCapFlags", Kind.NUMBER),
    MAX_MSG_SZ("max_msg_sz", "maxMsgSz", Kind.NUMBER),
    BAD_PKEY_CNTR("bad_pkey_cntr", "badPkeyCntr", Kind.NUMBER),
    QKEY_VIOL_CNTR("qkey_viol_cntr", "qkeyViolCntr", Kind.NUMBER),
    PKEY_TBL_LEN("pkey_tbl_len", "pkeyTblLen", Kind.NUMBER),
    LID("port_lid", "lid", Kind.NUMBER),
    SM_LID("sm_lid", "smLid", Kind.NUMBER),
    LMC("port_lmc", "lmc", Kind.NUMBER),
    MAX_VL_NUM("max_vl_num", "maxVlNum", Kind.CODE),
    SM_SL("sm_sl", "smSl", Kind.NUMBER),
    SUBNET_TIMEOUT("subnet_timeout", "subnetTimeout", Kind.NUMBER),
    INIT_TYPE_REPLY("init_type_reply", "initTypeReply", Kind.NUMBER),
    ACTIVE_WIDTH("active_width", "activeWidth", Kind.CODE),
    ACTIVE_SPEED("active_speed", "activeSpeed", Kind.CODE),
    PHYS_STATE("phys_state", "physState", Kind.WORD),
    LINK_LAYER("link_layer", "linkLayer", Kind.WORD),
    PORT_CAP_FLAGS2("port_cap_flags2", "portCapFlags2", Kind.NUMBER);

    private enum Kind {
        NUMBER,
        /** The number in parentheses. */
        CODE,
        WORD
    }

    private final String theirs;
    private final String ours;
    private final Kind kind;

    PortField(String theirs, String ours, Kind kind) {
        this.theirs = theirs;
        this.ours = ours;
        this.kind = kind;
    }

    /** The name in {@code ibv_devinfo -v}. */
    public String theirs() {
        return theirs;
    }

    /** The name in our record. */
    public String ours() {
        return ours;
    }

    /** Our text for the tool's. */
    public String expected(String text) {
        return switch (kind) {
            case NUMBER -> Long.toString(DevinfoText.number(text));
            case CODE -> text.replaceAll(".*\\((\\d+)\\)$", "$1");
            case WORD ->
                    text.replaceAll(" .*", "").replaceAll("^PORT_", "").toUpperCase(Locale.ROOT);
        };
    }
}
