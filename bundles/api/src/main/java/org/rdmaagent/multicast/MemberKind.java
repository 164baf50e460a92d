// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

/** What a member may do ({@code RDMA_MC_JOIN_FLAG_*} in rdma_cma.h). A join has exactly one. */
public enum MemberKind {
    /** Sends and receives ({@code RDMA_MC_JOIN_FLAG_FULLMEMBER}). */
    FULL_MEMBER(0),
    /**
     * Only sends; the group need not be routed to it ({@code
     * RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER}).
     */
    SEND_ONLY(1);

    private final int code;

    MemberKind(int code) {
        this.code = code;
    }

    /** The flag in C. */
    public int code() {
        return code;
    }
}
