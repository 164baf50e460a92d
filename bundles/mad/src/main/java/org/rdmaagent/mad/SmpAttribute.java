// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.util.Optional;

/** The subnet management attributes that the agent asks for (IBTA volume 1, section 14.2.5). */
public enum SmpAttribute {
    /** 64 bytes of text. */
    NODE_DESCRIPTION(0x0010, "NodeDescription"),
    /** What the node is. */
    NODE_INFO(0x0011, "NodeInfo"),
    /** What a switch has. */
    SWITCH_INFO(0x0012, "SwitchInfo"),
    /** A port; the modifier is its number. */
    PORT_INFO(0x0015, "PortInfo"),
    /** Mellanox's extension that tells FDR10; the modifier is the port's number. */
    MLNX_EXT_PORT_INFO(0xff90, "MlnxExtPortInfo");

    private final int code;
    private final String label;

    SmpAttribute(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The attribute id on the wire. */
    public int code() {
        return code;
    }

    /** The specification's name. */
    public String label() {
        return label;
    }

    /** The attribute of an id; empty if it is none of these. */
    public static Optional<SmpAttribute> ofCode(int code) {
        for (SmpAttribute attribute : values()) {
            if (attribute.code == code) {
                return Optional.of(attribute);
            }
        }
        return Optional.empty();
    }
}
