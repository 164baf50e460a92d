// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

/**
 * One end of a cable.
 *
 * @param node the node
 * @param port the port's number
 */
public record LinkEnd(NodeKey node, int port) implements Comparable<LinkEnd> {
    @Override
    public int compareTo(LinkEnd other) {
        int byNode = node.compareTo(other.node);
        return byNode != 0 ? byNode : Integer.compare(port, other.port);
    }
}
