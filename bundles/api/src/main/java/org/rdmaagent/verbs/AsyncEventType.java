// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** What happened ({@code enum ibv_event_type}, {@code ibv_get_async_event(3)}). */
public enum AsyncEventType implements NativeCode {
    /** A completion queue overran and is dead. */
    CQ_ERR(0, Subject.CQ),
    /** A queue pair failed; the adapter could not write its completion. */
    QP_FATAL(1, Subject.QP),
    /** A queue pair got an invalid request. */
    QP_REQ_ERR(2, Subject.QP),
    /** A queue pair got a request that its keys do not allow. */
    QP_ACCESS_ERR(3, Subject.QP),
    /** The first packet came while the queue pair was only ready to receive. */
    COMM_EST(4, Subject.QP),
    /** The send queue is drained. */
    SQ_DRAINED(5, Subject.QP),
    /** The connection moved to its alternate path. */
    PATH_MIG(6, Subject.QP),
    /** It could not move to its alternate path. */
    PATH_MIG_ERR(7, Subject.QP),
    /** The adapter failed; everything on it has to be closed. */
    DEVICE_FATAL(8, Subject.DEVICE),
    /** A port became active. */
    PORT_ACTIVE(9, Subject.PORT),
    /** A port is no longer active. */
    PORT_ERR(10, Subject.PORT),
    /** The subnet manager gave the port another LID. */
    LID_CHANGE(11, Subject.PORT),
    /** The P_Key table changed. */
    PKEY_CHANGE(12, Subject.PORT),
    /** Another subnet manager is in charge. */
    SM_CHANGE(13, Subject.PORT),
    /** A shared receive queue failed. */
    SRQ_ERR(14, Subject.SRQ),
    /** Fewer receives are posted than the armed limit; it is disarmed now. */
    SRQ_LIMIT_REACHED(15, Subject.SRQ),
    /** A queue pair in the error state took its last request off the shared receive queue. */
    QP_LAST_WQE_REACHED(16, Subject.QP),
    /** The subnet manager forgot: multicast groups and services have to be registered again. */
    CLIENT_REREGISTER(17, Subject.PORT),
    /** The GID table changed. */
    GID_CHANGE(18, Subject.PORT),
    /** A work queue failed. */
    WQ_FATAL(19, Subject.WQ),
    /** The speed of a port changed without the link going down (rdma-core 62 and newer). */
    DEVICE_SPEED_CHANGE(20, Subject.PORT),
    /** A number that verbs.h does not name. */
    UNKNOWN(-1, Subject.DEVICE);

    /** What an event is about, which tells the field of {@code ibv_async_event.element}. */
    public enum Subject {
        /** The device as a whole. */
        DEVICE,
        /** A port, by its number. */
        PORT,
        /** A completion queue. */
        CQ,
        /** A queue pair. */
        QP,
        /** A shared receive queue. */
        SRQ,
        /** A work queue. */
        WQ
    }

    private final int code;
    private final Subject subject;

    AsyncEventType(int code, Subject subject) {
        this.code = code;
        this.subject = subject;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** What it is about. */
    public Subject subject() {
        return subject;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<AsyncEventType> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}
