// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.Comparator;

/**
 * One end of a cable.
 *
 * @param node the node
 * @param port the port's number
 */
public record LinkEnd(NodeKey node, int port) implements Comparable<LinkEnd> {
    private static final Comparator<LinkEnd> ORDER =
            Comparator.comparing(LinkEnd::node).thenComparingInt(LinkEnd::port);

    @Override
    public int compareTo(LinkEnd other) {
        return ORDER.compare(this, other);
    }
}
