// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/** The kinds of objects that verbs make; in the order in which they can be closed. */
public enum ObjectKind {
    /** Queue pair. */
    QUEUE_PAIR("qp"),
    /** Table of receive work queues. */
    RECEIVE_INDIRECTION_TABLE("rwq_ind_tbl"),
    /** Work queue. */
    WORK_QUEUE("wq"),
    /** Shared receive queue. */
    SHARED_RECEIVE_QUEUE("srq"),
    /** Address handle. */
    ADDRESS_HANDLE("ah"),
    /** Memory region. */
    MEMORY_REGION("mr"),
    /** Completion queue. */
    COMPLETION_QUEUE("cq"),
    /** Completion channel. */
    COMPLETION_CHANNEL("comp_channel"),
    /** Domain of extended reliable connections. */
    XRC_DOMAIN("xrcd"),
    /** Protection domain. */
    PROTECTION_DOMAIN("pd"),
    /** An open device. */
    CONTEXT("ctx");

    private final String shortName;

    ObjectKind(String shortName) {
        this.shortName = shortName;
    }

    /** The name that rdma-resource(8) uses, or one of its kind. */
    public String shortName() {
        return shortName;
    }
}
