// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code struct ibv_context} of verbs.h: what {@code ibv_open_device(3)} returns. */
public enum IbvContext implements CField {
    DEVICE("device", 0, 8),
    POLL_CQ("ops.poll_cq", 96, 8),
    REQ_NOTIFY_CQ("ops.req_notify_cq", 104, 8),
    POST_SRQ_RECV("ops.post_srq_recv", 168, 8),
    POST_SEND("ops.post_send", 208, 8),
    POST_RECV("ops.post_recv", 216, 8),
    ASYNC_FD("async_fd", 268, 4),
    NUM_COMP_VECTORS("num_comp_vectors", 272, 4),
    /** Behind a mutex. */
    ABI_COMPAT("abi_compat", 280 + PthreadMutex.BYTES, 8);

    private final String member;
    private final int offset;
    private final int size;

    IbvContext(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct ibv_context";
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
