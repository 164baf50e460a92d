// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.plan;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/** A library without contexts, which keeps plans and counts how often it was given some. */
final class MemoryLibrary implements Mlx4Library {
    private final List<List<ContextPlan>> given = new ArrayList<>();

    int timesGiven() {
        return given.size();
    }

    @Override
    public List<String> devices() {
        return List.of("mlx4_0");
    }

    @Override
    public String refusal(String device) {
        return "";
    }

    @Override
    public List<Mlx4Context> contexts() {
        return List.of();
    }

    @Override
    public List<String> allocators() {
        return List.of("system", "hugepage", "arena");
    }

    @Override
    public void setPlans(List<ContextPlan> plans) {
        given.add(List.copyOf(plans));
    }

    @Override
    public List<ContextPlan> plans() {
        return given.isEmpty() ? List.of() : given.get(given.size() - 1);
    }
}
