// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct sockaddr_ib} of infiniband/ib.h; the GID is in network order. */
public enum SockaddrIb implements CField {
    FAMILY("sib_family", 0, 2),
    ADDR("sib_addr", 8, 16);

    /** The whole struct, bytes. */
    public static final int SIZE = 48;

    private final String member;
    private final int offset;
    private final int size;

    SockaddrIb(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct sockaddr_ib";
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
