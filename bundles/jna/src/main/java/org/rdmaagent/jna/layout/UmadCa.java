// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code umad_ca_t} of umad.h: what {@code umad_get_ca(3)} fills. */
public enum UmadCa implements CField {
    CA_NAME("ca_name", 0, 20),
    NODE_TYPE("node_type", 20, 4),
    NUMPORTS("numports", 24, 4),
    FW_VER("fw_ver", 28, 20),
    CA_TYPE("ca_type", 48, 40),
    HW_VER("hw_ver", 88, 20),
    NODE_GUID("node_guid", 112, 8),
    SYSTEM_GUID("system_guid", 120, 8),
    PORTS("ports", 128, 80);

    /** The whole struct, bytes. */
    public static final int SIZE = 208;

    private final String member;
    private final int offset;
    private final int size;

    UmadCa(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "umad_ca_t";
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
