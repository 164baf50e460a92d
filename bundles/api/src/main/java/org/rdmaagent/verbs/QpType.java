// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** The transport of a queue pair ({@code enum ibv_qp_type}, {@code ibv_create_qp(3)}). */
public enum QpType implements NativeCode {
    /** Reliable connection. */
    RC(2),
    /** Unreliable connection. */
    UC(3),
    /** Unreliable datagram: the only type that takes part in multicast. */
    UD(4),
    /** Ethernet frames as they are. */
    RAW_PACKET(8),
    /** Sending half of an extended reliable connection. */
    XRC_SEND(9),
    /** Receiving half of an extended reliable connection; the kernel calls it target. */
    XRC_RECV(10),
    /** What the driver makes of it. */
    DRIVER(255);

    private final int code;

    QpType(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<QpType> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }

    /** Whether it talks to one other queue pair only. */
    public boolean isConnected() {
        return this == RC || this == UC || this == XRC_SEND || this == XRC_RECV;
    }
}
