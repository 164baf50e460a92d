// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import org.rdmaagent.Guid;

/**
 * Which node of a topology: its GUID and, where several nodes wrongly share one, which of them.
 *
 * @param guid the node GUID
 * @param instance 0, or 1, 2, ... for further nodes that were found with the same GUID
 */
public record NodeKey(Guid guid, int instance) implements Comparable<NodeKey> {
    /** The only node with this GUID. */
    public static NodeKey of(Guid guid) {
        return new NodeKey(guid, 0);
    }

    /** The GUID, and {@code #2} behind it for the second node that has it. */
    @Override
    public String toString() {
        return instance == 0 ? guid.toString() : guid + "#" + (instance + 1);
    }

    @Override
    public int compareTo(NodeKey other) {
        int byGuid = guid.compareTo(other.guid);
        return byGuid != 0 ? byGuid : Integer.compare(instance, other.instance);
    }
}
