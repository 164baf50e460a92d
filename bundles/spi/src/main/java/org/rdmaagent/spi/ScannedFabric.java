// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.util.List;

/**
 * What a scan brought ({@code ibnd_fabric_t}). Not checked: the attributes are as they came in.
 *
 * @param nodes all nodes, the one that the scan began at first
 * @param fromPort the port of the first node that the scan came in by ({@code from_portnum}); 0 on
 *     a switch that was asked without a hop
 * @param madsUsed MADs that the library counted ({@code total_mads_used})
 * @param maxHopsDiscovered the hops to the farthest node ({@code maxhops_discovered})
 */
public record ScannedFabric(
        List<ScannedNode> nodes, int fromPort, long madsUsed, int maxHopsDiscovered) {
    /** Copies the list. */
    public ScannedFabric {
        nodes = List.copyOf(nodes);
    }
}
