// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_ah_attr} of verbs.h: where messages go, with the global route at its beginning;
 * the GID is in network order.
 */
public enum IbvAhAttr implements CField {
    GRH_DGID("grh.dgid", 0, 16),
    GRH_FLOW_LABEL("grh.flow_label", 16, 4),
    GRH_SGID_INDEX("grh.sgid_index", 20, 1),
    GRH_HOP_LIMIT("grh.hop_limit", 21, 1),
    GRH_TRAFFIC_CLASS("grh.traffic_class", 22, 1),
    DLID("dlid", 24, 2),
    SL("sl", 26, 1),
    SRC_PATH_BITS("src_path_bits", 27, 1),
    STATIC_RATE("static_rate", 28, 1),
    IS_GLOBAL("is_global", 29, 1),
    PORT_NUM("port_num", 30, 1);

    /** The whole struct, bytes. */
    public static final int SIZE = 32;

    private final String member;
    private final int offset;
    private final int size;

    IbvAhAttr(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_ah_attr";
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
