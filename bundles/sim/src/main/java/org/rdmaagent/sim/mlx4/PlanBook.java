// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.List;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** What shall be set on which context. */
final class PlanBook {
    static final AllocatorPlan SYSTEM =
            new AllocatorPlan(Mlx4Allocators.SYSTEM, 1, false, AllocatorPlan.NO_NODE, true);

    private List<ContextPlan> plans = List.of();

    void plans(List<ContextPlan> wanted) {
        plans = List.copyOf(wanted);
    }

    List<ContextPlan> plans() {
        return plans;
    }

    /**
     * The plan for a context: by its exact name, else by the longest beginning; of two that say the
     * same the first.
     */
    ContextPlan of(String device, String context) {
        ContextPlan best = new ContextPlan(device, "*", SYSTEM, 0, "default");
        int weight = -1;
        for (ContextPlan plan : plans) {
            if (plan.fits(device, context) && weight(plan) > weight) {
                best = plan;
                weight = weight(plan);
            }
        }
        return best;
    }

    private static int weight(ContextPlan plan) {
        return plan.context().endsWith("*") ? plan.context().length() : Integer.MAX_VALUE;
    }
}
