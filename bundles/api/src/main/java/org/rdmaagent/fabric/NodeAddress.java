// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.Locale;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;

/** How to name a node of a subnet: by the way to it, by a LID or by a GUID. */
public sealed interface NodeAddress {
    /** The agent's own node. */
    NodeAddress HERE = new ByRoute(DirectedRoute.LOCAL);

    /**
     * A node at the end of a directed route.
     *
     * @param route output ports from the agent's own port
     */
    record ByRoute(DirectedRoute route) implements NodeAddress {
        @Override
        public String toString() {
            return route.toString();
        }
    }

    /**
     * A node with a port of this LID: its base LID, or one that its LMC adds.
     *
     * @param lid unicast, 1..0xBFFF
     */
    record ByLid(Lid lid) implements NodeAddress {
        @Override
        public String toString() {
            return "LID " + lid.value();
        }
    }

    /**
     * A node with this node GUID, or with a port of this port GUID.
     *
     * @param guid not zero
     */
    record ByGuid(Guid guid) implements NodeAddress {
        @Override
        public String toString() {
            return "GUID " + guid;
        }
    }

    /**
     * Reads {@code 0,1,5} (a directed route; {@code 0} or nothing is the agent's own node), {@code
     * 17} or {@code 0x11} (a LID), {@code 0x0002c90300a1b2c3} or {@code 0002:c903:00a1:b2c3} (a
     * GUID).
     *
     * @throws IllegalArgumentException if the text is none of them; the message tells the forms
     */
    static NodeAddress parse(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        try {
            if (stripped.isEmpty()) {
                return HERE;
            }
            if (stripped.equals("0") || stripped.contains(",")) {
                return new ByRoute(DirectedRoute.parse(stripped));
            }
            if (stripped.matches("0x[0-9a-f]{5,16}") || stripped.contains(":")) {
                return byGuid(Guid.parse(stripped));
            }
            return byLid(number(stripped));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "not a node of the subnet: '"
                            + text
                            + "' ("
                            + e.getMessage()
                            + "); give a directed route as 0,1,5, a LID as 17 or 0x11, or a GUID as"
                            + " 0x0002c90300a1b2c3",
                    e);
        }
    }

    private static int number(String text) {
        if (text.matches("0x[0-9a-f]{1,4}")) {
            return Integer.parseInt(text.substring(2), 16);
        }
        if (text.matches("[0-9]+")) {
            return Integer.parseInt(text);
        }
        throw new IllegalArgumentException("it is none of these forms");
    }

    private static NodeAddress byGuid(Guid guid) {
        if (guid.equals(Guid.ZERO)) {
            throw new IllegalArgumentException("no node has the GUID 0");
        }
        return new ByGuid(guid);
    }

    private static NodeAddress byLid(int lid) {
        if (lid < 1 || lid > 0xbfff) {
            throw new IllegalArgumentException("a unicast LID lies in 1..49151, not " + lid);
        }
        return new ByLid(new Lid(lid));
    }
}
