// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct rdma_event_channel} of rdma_cma.h. */
public enum RdmaEventChannel implements CField {
    FD("fd", 0, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 4;

    private final String member;
    private final int offset;
    private final int size;

    RdmaEventChannel(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct rdma_event_channel";
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
