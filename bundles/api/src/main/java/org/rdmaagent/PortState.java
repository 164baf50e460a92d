// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.util.Optional;

/** The logical state of a port (PortInfo:PortState; {@code enum ibv_port_state} in verbs.h). */
public enum PortState {
    /** No change; never the state of a port that answers. */
    NOP(0),
    /** Down. */
    DOWN(1),
    /** Trained, waiting for the subnet manager. */
    INIT(2),
    /** Configured by the subnet manager. */
    ARMED(3),
    /** Carries data. */
    ACTIVE(4),
    /** A link error froze it for a moment (verbs.h only). */
    ACTIVE_DEFER(5);

    /** {@link #values} makes a copy each time, and ports are read by the hundred thousand. */
    private static final PortState[] ALL = values();

    private final int code;

    PortState(int code) {
        this.code = code;
    }

    /** The number on the wire and in C. */
    public int code() {
        return code;
    }

    /** The state of a number; empty if none has it. */
    public static Optional<PortState> ofCode(int code) {
        return code >= 0 && code < ALL.length ? Optional.of(ALL[code]) : Optional.empty();
    }
}
