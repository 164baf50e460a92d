// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct sockaddr_in} of netinet/in.h; the address is in network order. */
public enum SockaddrIn implements CField {
    FAMILY("sin_family", 0, 2),
    ADDR("sin_addr", 4, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 16;

    private final String member;
    private final int offset;
    private final int size;

    SockaddrIn(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct sockaddr_in";
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
