// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Map;

/**
 * How many objects of a device exist.
 *
 * @param held what this agent holds, every kind
 * @param kernel what the kernel counts on the whole device (rdma-resource(8)); kinds that it does
 *     not tell are absent
 */
public record ResourceCounts(Map<ObjectKind, Integer> held, Map<ObjectKind, Integer> kernel) {
    /** Copies the maps. */
    public ResourceCounts {
        held = Map.copyOf(held);
        kernel = Map.copyOf(kernel);
    }

    /** What this agent holds of a kind; 0 if nothing. */
    public int held(ObjectKind kind) {
        return held.getOrDefault(kind, 0);
    }
}
