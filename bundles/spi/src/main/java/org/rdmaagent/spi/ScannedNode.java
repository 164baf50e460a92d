// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.nio.ByteBuffer;
import java.util.List;
import org.rdmaagent.fabric.DirectedRoute;

/**
 * A node that a scan brought ({@code ibnd_node_t}). The buffers are read-only; their position is 0.
 *
 * @param route the path that it was found by ({@code path_portid})
 * @param nodeInfo the 64 bytes of NodeInfo, network byte order
 * @param nodeDescription the 64 bytes of NodeDescription
 * @param switchInfo the 64 bytes of SwitchInfo; all zero if the node is no switch or did not answer
 * @param ports the ports that it knows, by number
 */
public record ScannedNode(
        DirectedRoute route,
        ByteBuffer nodeInfo,
        ByteBuffer nodeDescription,
        ByteBuffer switchInfo,
        List<ScannedPort> ports) {
    /** Copies the list. */
    public ScannedNode {
        nodeInfo = nodeInfo.asReadOnlyBuffer();
        nodeDescription = nodeDescription.asReadOnlyBuffer();
        switchInfo = switchInfo.asReadOnlyBuffer();
        ports = List.copyOf(ports);
    }
}
