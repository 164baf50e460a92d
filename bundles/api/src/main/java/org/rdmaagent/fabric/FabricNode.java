// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.Guid;

/**
 * A node of the subnet, as NodeInfo, NodeDescription and SwitchInfo tell it.
 *
 * @param key which node
 * @param type channel adapter, switch or router
 * @param description the 64-byte description without what follows its first zero byte; empty if it
 *     was not told
 * @param portCount external ports that the node has; {@code ports} may hold fewer
 * @param systemImageGuid shared by the nodes of one chassis
 * @param portGuid the GUID of the port that the node was first reached by (of port 0 on a switch)
 * @param vendorId vendor, an IEEE OUI, 24 bits
 * @param deviceId the vendor's device number, 16 bits
 * @param revision hardware revision
 * @param enhancedPort0 a switch whose port 0 is a full endpoint
 * @param route how the sweep reached it; {@link DirectedRoute#LOCAL} in a topology read from a file
 * @param ports the ports that answered, by number
 */
public record FabricNode(
        NodeKey key,
        NodeType type,
        String description,
        int portCount,
        Guid systemImageGuid,
        Guid portGuid,
        int vendorId,
        int deviceId,
        int revision,
        boolean enhancedPort0,
        DirectedRoute route,
        List<FabricPort> ports) {
    /** Copies the list. */
    public FabricNode {
        ports = List.copyOf(ports);
    }

    /** The node GUID. */
    public Guid guid() {
        return key.guid();
    }

    /** The port of a number, if it answered. */
    public Optional<FabricPort> port(int number) {
        for (FabricPort port : ports) {
            if (port.number() == number) {
                return Optional.of(port);
            }
        }
        return Optional.empty();
    }
}
