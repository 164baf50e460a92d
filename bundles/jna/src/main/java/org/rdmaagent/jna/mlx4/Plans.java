// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import java.util.Comparator;
import java.util.List;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** Which plan is for which context. */
final class Plans {
    private static final AllocatorPlan SYSTEM =
            new AllocatorPlan(Mlx4Allocators.SYSTEM, 1, false, AllocatorPlan.NO_NODE, true);

    private Plans() {}

    /** The one that fits best: an exact name, else the longest beginning; of equals the first. */
    static ContextPlan best(List<ContextPlan> plans, String device, String context) {
        return plans.stream()
                .filter(plan -> plan.fits(device, context))
                .min(Comparator.comparingInt(Plans::distance))
                .orElseGet(() -> none(device, context));
    }

    /** What a context has that no plan fits. */
    static ContextPlan none(String device, String context) {
        return new ContextPlan(device, context, SYSTEM, 0, "default");
    }

    private static int distance(ContextPlan plan) {
        boolean exact = !plan.context().endsWith("*");
        return exact ? 0 : Integer.MAX_VALUE - plan.context().length();
    }

    /** Whether the library's own memory is asked for. */
    static boolean isSystem(ContextPlan plan) {
        return plan.allocator().name().equals(Mlx4Allocators.SYSTEM);
    }

    /** Whether both mean one allocator; the contexts of one plan share an arena. */
    static boolean sameAllocator(ContextPlan one, ContextPlan other) {
        return one.allocator().equals(other.allocator()) && one.context().equals(other.context());
    }
}
