// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code ibnd_port_t} of ibnetdisc.h. */
public enum IbndPort implements CField {
    GUID("guid", 0, 8),
    PORTNUM("portnum", 8, 4),
    NODE("node", 16, 8),
    REMOTEPORT("remoteport", 24, 8),
    INFO("info", 35, 64),
    EXT_INFO("ext_info", 99, 64);

    /** The whole struct, bytes. */
    public static final int SIZE = 176;

    private final String member;
    private final int offset;
    private final int size;

    IbndPort(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "ibnd_port_t";
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
