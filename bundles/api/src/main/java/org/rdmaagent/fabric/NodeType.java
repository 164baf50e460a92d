// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.Optional;

/** What a node is (NodeInfo:NodeType, IBTA volume 1). */
public enum NodeType {
    /** A channel adapter. */
    CA(1),
    /** A switch. */
    SWITCH(2),
    /** A router. */
    ROUTER(3);

    private final int code;

    NodeType(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** The type of a number; empty if none has it. */
    public static Optional<NodeType> ofCode(int code) {
        return code >= 1 && code <= 3 ? Optional.of(values()[code - 1]) : Optional.empty();
    }
}
