// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code ibnd_node_t} of ibnetdisc.h since rdma-core 43. Before, {@code nodedesc} was a byte
 * shorter and {@code ports} lay where its last byte and the padding are now, under the same soname.
 */
public enum IbndNode implements CField {
    NEXT("next", 0, 8),
    PATH_PORTID("path_portid", 8, 112),
    SWITCHINFO("switchinfo", 128, 64),
    GUID("guid", 192, 8),
    TYPE("type", 200, 4),
    NUMPORTS("numports", 204, 4),
    INFO("info", 208, 64),
    NODEDESC("nodedesc", 272, 65),
    PORTS("ports", 344, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 416;

    /** Where {@link #PORTS} was before rdma-core 43; now there are eight zero bytes. */
    public static final int OLD_PORTS_OFFSET = 336;

    private final String member;
    private final int offset;
    private final int size;

    IbndNode(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "ibnd_node_t";
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
