// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_wq} of verbs.h: what {@code ibv_create_wq(3)} returns. */
public enum IbvWq implements CField {
    WQ_CONTEXT("wq_context", 8, 8),
    WQ_NUM("wq_num", 32, 4),
    STATE("state", 40, 4),
    POST_RECV("post_recv", 48, 8),
    MUTEX("mutex", 56, PthreadMutex.BYTES),
    COND("cond", 56 + PthreadMutex.BYTES, 48),
    EVENTS_COMPLETED("events_completed", 104 + PthreadMutex.BYTES, 4);

    private final String member;
    private final int offset;
    private final int size;

    IbvWq(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_wq";
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
