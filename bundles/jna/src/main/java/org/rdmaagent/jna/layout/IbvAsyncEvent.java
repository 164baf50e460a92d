// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct ibv_async_event} of verbs.h: what {@code ibv_get_async_event(3)} fills; the element
 * is an object's address or a port's number.
 */
public enum IbvAsyncEvent implements CField {
    CQ("element.cq", 0, 8),
    PORT_NUM("element.port_num", 0, 4),
    EVENT_TYPE("event_type", 8, 4);

    /** The whole struct, bytes. */
    public static final int SIZE = 16;

    private final String member;
    private final int offset;
    private final int size;

    IbvAsyncEvent(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_async_event";
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
