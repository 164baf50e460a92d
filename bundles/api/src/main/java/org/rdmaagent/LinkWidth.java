// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.util.Optional;

/**
 * The number of lanes of a link, with the code of PortInfo and of {@code
 * ibv_port_attr.active_width}.
 */
public enum LinkWidth {
    /** One lane. */
    W1X(1, 1),
    /** Four lanes. */
    W4X(2, 4),
    /** Eight lanes. */
    W8X(4, 8),
    /** Twelve lanes. */
    W12X(8, 12),
    /** Two lanes. */
    W2X(16, 2);

    /** {@link #values} makes a copy each time, and ports are read by the hundred thousand. */
    private static final LinkWidth[] ALL = values();

    private final int code;
    private final int lanes;
    private final String label;

    LinkWidth(int code, int lanes) {
        this.code = code;
        this.lanes = lanes;
        this.label = lanes + "x";
    }

    /** The bit of LinkWidthActive (IBTA volume 1, table PortInfo). */
    public int code() {
        return code;
    }

    /** How many lanes. */
    public int lanes() {
        return lanes;
    }

    /** {@code 4x}, as the tools write it. */
    public String label() {
        return label;
    }

    /** The width of a code; empty if no width has it. */
    public static Optional<LinkWidth> ofCode(int code) {
        for (LinkWidth width : ALL) {
            if (width.code == code) {
                return Optional.of(width);
            }
        }
        return Optional.empty();
    }

    /** The width of a label such as {@code 4x}; empty if no width has it. */
    public static Optional<LinkWidth> ofLabel(String label) {
        for (LinkWidth width : values()) {
            if (width.label().equals(label)) {
                return Optional.of(width);
            }
        }
        return Optional.empty();
    }
}
