// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.plan.PlanChoice;
import org.rdmaagent.mlx4.settings.FilePlan;
import org.rdmaagent.mlx4.settings.SettingsFiles;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** What is to be said of the ranges that plans ask for. */
final class RangeHealth {
    private RangeHealth() {}

    /** The files that ask for more than a device allows, as far as a context of it tells. */
    static List<String> beyondBound(SettingsFiles files, List<Mlx4ContextStatus> contexts) {
        Map<String, Integer> bounds = new TreeMap<>();
        contexts.forEach(status -> bounds.put(status.device(), status.logWqsRange().bound()));
        return files.plans().stream()
                .map(FilePlan::plan)
                .filter(plan -> isBeyond(plan, bounds.getOrDefault(plan.device(), -1)))
                .map(plan -> told(plan, bounds.getOrDefault(plan.device(), -1)))
                .distinct()
                .toList();
    }

    private static boolean isBeyond(ContextPlan plan, int bound) {
        return bound >= 0 && plan.logWqsRangeSize() > bound;
    }

    private static String told(ContextPlan plan, int bound) {
        return "configuration "
                + plan.origin()
                + ": logWqsRangeSize of "
                + plan.device()
                + " lies in 0.."
                + bound
                + ", not "
                + plan.logWqsRangeSize()
                + ": it is not set, correct the file";
    }

    /**
     * What a reopening of a context would set, where its allocator needs none; empty if it could
     * not be set.
     */
    static Optional<String> afterReopening(Mlx4ContextStatus status, List<ContextPlan> plans) {
        return PlanChoice.best(plans, plan -> plan, status.device(), status.context())
                .filter(plan -> plan.logWqsRangeSize() != 0)
                .filter(plan -> !isBeyond(plan, status.logWqsRange().bound()))
                .map(plan -> "logWqsRangeSize " + plan.logWqsRangeSize());
    }
}
