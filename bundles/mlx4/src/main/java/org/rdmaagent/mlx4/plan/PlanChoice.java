// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** Which of several plans a context gets. */
public final class PlanChoice {
    private PlanChoice() {}

    /**
     * That with its exact name; else that with the longest beginning of it. The first of two like
     * that.
     */
    public static <T> Optional<T> best(
            List<T> all, Function<T, ContextPlan> plan, String device, String context) {
        return all.stream()
                .filter(each -> plan.apply(each).fits(device, context))
                .max(Comparator.comparingInt(each -> closeness(plan.apply(each))));
    }

    private static int closeness(ContextPlan plan) {
        return plan.context().endsWith("*") ? plan.context().length() : Integer.MAX_VALUE;
    }
}
