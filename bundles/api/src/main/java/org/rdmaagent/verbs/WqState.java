// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** The state of a work queue ({@code enum ibv_wq_state}, {@code ibv_modify_wq(3)}). */
public enum WqState implements NativeCode {
    /** As created. */
    RESET(0),
    /** Ready to receive. */
    RDY(1),
    /** Error: what was posted completes with WR_FLUSH_ERR. */
    ERR(2),
    /** The library does not know. */
    UNKNOWN(3);

    private final int code;

    WqState(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<WqState> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}
