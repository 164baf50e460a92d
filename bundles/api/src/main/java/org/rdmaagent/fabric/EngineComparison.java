// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.List;

/**
 * What two engines found of one subnet, one after the other: a difference may also be a change that
 * happened between the two sweeps.
 *
 * @param first the first engine's result
 * @param second the second engine's result
 * @param differences each in a sentence; empty if both found the same nodes, links, LIDs, widths
 *     and speeds
 */
public record EngineComparison(Topology first, Topology second, List<String> differences) {
    /** Copies the list. */
    public EngineComparison {
        differences = List.copyOf(differences);
    }

    /** Whether both found the same. */
    public boolean same() {
        return differences.isEmpty();
    }
}
