// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/**
 * A plan as a file has it.
 *
 * @param plan whose origin is the file
 * @param ownRegion whether the file says how large the region is
 */
public record FilePlan(ContextPlan plan, boolean ownRegion) {
    /** The same with another allocator. */
    public AllocatorPlan with(String allocator) {
        AllocatorPlan own = plan.allocator();
        return new AllocatorPlan(
                allocator,
                ownRegion ? own.regionBytes() : ContextSettings.standardBytes(allocator),
                own.locked(),
                own.numaNode(),
                own.fallback());
    }

    /** What an allocator is asked for where no file says anything. */
    public static AllocatorPlan standard(String allocator) {
        return ContextSettings.standard(allocator);
    }
}
