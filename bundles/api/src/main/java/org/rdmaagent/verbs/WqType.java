// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** The kind of a work queue ({@code enum ibv_wq_type}, {@code ibv_create_wq(3)}). */
public enum WqType implements NativeCode {
    /** Receives. */
    RQ(0);

    private final int code;

    WqType(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<WqType> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}
