// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code ibnd_fabric_t} of ibnetdisc.h, the part that is for its users. */
public enum IbndFabric implements CField {
    FROM_NODE("from_node", 0, 8),
    FROM_PORTNUM("from_portnum", 8, 4),
    NODES("nodes", 16, 8),
    MAXHOPS_DISCOVERED("maxhops_discovered", 32, 4),
    TOTAL_MADS_USED("total_mads_used", 36, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 2256;

    private final String member;
    private final int offset;
    private final int size;

    IbndFabric(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "ibnd_fabric_t";
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
