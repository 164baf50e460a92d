// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct sockaddr_in6} of netinet/in.h; the address is in network order. */
public enum SockaddrIn6 implements CField {
    FAMILY("sin6_family", 0, 2),
    ADDR("sin6_addr", 8, 16),
    SCOPE_ID("sin6_scope_id", 24, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 28;

    private final String member;
    private final int offset;
    private final int size;

    SockaddrIn6(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct sockaddr_in6";
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
