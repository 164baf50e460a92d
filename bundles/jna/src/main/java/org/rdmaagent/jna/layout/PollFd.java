// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct pollfd} of poll.h. */
public enum PollFd implements CField {
    FD("fd", 0, 4),
    EVENTS("events", 4, 2),
    REVENTS("revents", 6, 2);

    /** The whole struct, bytes. */
    public static final int SIZE = 8;

    private final String member;
    private final int offset;
    private final int size;

    PollFd(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct pollfd";
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
