// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.util.Optional;

/** The physical state of a port (PortInfo:PortPhysicalState, IBTA volume 1). */
public enum PortPhysicalState {
    /** No change; never the state of a port that answers. */
    NOP(0),
    /** Sleeping. */
    SLEEP(1),
    /** Polling for a partner: the usual state of an unplugged cable. */
    POLLING(2),
    /** Disabled by an operator. */
    DISABLED(3),
    /** Training. */
    TRAINING(4),
    /** The link is up. */
    LINK_UP(5),
    /** Recovering from a link error. */
    ERROR_RECOVERY(6),
    /** Under test. */
    PHY_TEST(7);

    /** {@link #values} makes a copy each time, and ports are read by the hundred thousand. */
    private static final PortPhysicalState[] ALL = values();

    private final int code;

    PortPhysicalState(int code) {
        this.code = code;
    }

    /** The number on the wire and in C. */
    public int code() {
        return code;
    }

    /** The state of a number; empty if none has it. */
    public static Optional<PortPhysicalState> ofCode(int code) {
        return code >= 0 && code < ALL.length ? Optional.of(ALL[code]) : Optional.empty();
    }
}
