// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** How a work request ended ({@code enum ibv_wc_status}, {@code ibv_poll_cq(3)}). */
public enum WorkCompletionStatus implements NativeCode {
    /** It was carried out. */
    SUCCESS(0),
    /** The message is longer than the buffers or the MTU allow. */
    LOC_LEN_ERR(1),
    /** The request does not fit the queue pair. */
    LOC_QP_OP_ERR(2),
    /** The request does not fit the end-to-end context. */
    LOC_EEC_OP_ERR(3),
    /** The local key does not cover the memory. */
    LOC_PROT_ERR(4),
    /** The queue pair is in the error state: it was not carried out. */
    WR_FLUSH_ERR(5),
    /** A memory window could not be bound. */
    MW_BIND_ERR(6),
    /** The answer made no sense. */
    BAD_RESP_ERR(7),
    /** The local memory may not be written. */
    LOC_ACCESS_ERR(8),
    /** The other side calls the request invalid. */
    REM_INV_REQ_ERR(9),
    /** The other side does not allow the access. */
    REM_ACCESS_ERR(10),
    /** The other side could not carry it out. */
    REM_OP_ERR(11),
    /** The other side never acknowledged: path, state or number is wrong. */
    RETRY_EXC_ERR(12),
    /** The other side never had a receive posted. */
    RNR_RETRY_EXC_ERR(13),
    /** The reliable datagram domains differ. */
    LOC_RDD_VIOL_ERR(14),
    /** The other side refused a reliable datagram read. */
    REM_INV_RD_REQ_ERR(15),
    /** The other side gave up. */
    REM_ABORT_ERR(16),
    /** No such end-to-end context. */
    INV_EECN_ERR(17),
    /** The end-to-end context is in the wrong state. */
    INV_EEC_STATE_ERR(18),
    /** The adapter failed. */
    FATAL_ERR(19),
    /** No answer in time. */
    RESP_TIMEOUT_ERR(20),
    /** None of the others. */
    GENERAL_ERR(21),
    /** Tag matching failed. */
    TM_ERR(22),
    /** A rendezvous of tag matching has to be finished by software. */
    TM_RNDV_INCOMPLETE(23),
    /** A number that verbs.h does not name. */
    UNKNOWN(-1);

    private final int code;

    WorkCompletionStatus(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<WorkCompletionStatus> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}
