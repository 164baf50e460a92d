// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_device} of verbs.h: what {@code ibv_get_device_list(3)} lists. */
public enum IbvDevice implements CField {
    NODE_TYPE("node_type", 16, 4),
    TRANSPORT_TYPE("transport_type", 20, 4),
    NAME("name", 24, 64);

    private final String member;
    private final int offset;
    private final int size;

    IbvDevice(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_device";
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
