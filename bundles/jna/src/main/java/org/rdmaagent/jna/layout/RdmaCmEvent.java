// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct rdma_cm_event} of rdma_cma.h. */
public enum RdmaCmEvent implements CField {
    ID("id", 0, 8),
    EVENT("event", 16, 4),
    STATUS("status", 20, 4),
    UD("param.ud", 24, 56);

    /** The whole struct, bytes. */
    public static final int SIZE = 80;

    private final String member;
    private final int offset;
    private final int size;

    RdmaCmEvent(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct rdma_cm_event";
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
