// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct rdma_cm_id} of rdma_cma.h; the P_Key is in network order. */
public enum RdmaCmId implements CField {
    VERBS("verbs", 0, 8),
    SOURCE("route.addr.src_storage", 32, 128),
    PKEY("route.addr.addr.ibaddr.pkey", 320, 2),
    PORT_NUM("port_num", 348, 1);

    /** The whole struct, bytes. */
    public static final int SIZE = 416;

    private final String member;
    private final int offset;
    private final int size;

    RdmaCmId(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct rdma_cm_id";
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
