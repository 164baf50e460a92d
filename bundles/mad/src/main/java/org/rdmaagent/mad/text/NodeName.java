// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import org.rdmaagent.Guid;
import org.rdmaagent.fabric.NodeType;

/**
 * A node's name in the text: {@code "S-0002c903007b78b0"}.
 *
 * @param type the letter before the dash: S, H or R
 * @param guid the node GUID
 */
record NodeName(NodeType type, Guid guid) {
    /**
     * Reads one.
     *
     * @throws BadLineException if there is none
     */
    static NodeName read(LineCursor in) {
        in.expect('"', "before the node's name");
        NodeType type;
        if (in.accept("S-")) {
            type = NodeType.SWITCH;
        } else if (in.accept("H-")) {
            type = NodeType.CA;
        } else if (in.accept("R-")) {
            type = NodeType.ROUTER;
        } else {
            throw new BadLineException(
                    "a node's name begins with S-, H- or R- and goes on with its GUID, not"
                            + in.here());
        }
        Guid guid = new Guid(in.hex(16, "node GUID"));
        in.expect('"', "behind the node's name");
        return new NodeName(type, guid);
    }

    static char letter(NodeType type) {
        return switch (type) {
            case SWITCH -> 'S';
            case CA -> 'H';
            case ROUTER -> 'R';
        };
    }

    @Override
    public String toString() {
        return "\"" + letter(type) + "-" + guid.toHex() + "\"";
    }
}
