// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** The state of a queue pair ({@code enum ibv_qp_state}, {@code ibv_modify_qp(3)}). */
public enum QpState implements NativeCode {
    /** As created: takes no requests. */
    RESET(0),
    /** Receives may be posted; nothing is received. */
    INIT(1),
    /** Ready to receive. */
    RTR(2),
    /** Ready to send. */
    RTS(3),
    /** Send queue drained: what was begun is finished, nothing new is begun. */
    SQD(4),
    /** Send queue error: a send failed; receiving goes on. */
    SQE(5),
    /** Error: everything that was posted completes with WR_FLUSH_ERR. */
    ERR(6),
    /** The library does not know. */
    UNKNOWN(7);

    private final int code;

    QpState(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<QpState> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}
