// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** What the contexts of a host share: plans, allocators, huge pages, arenas. */
public final class Mlx4Host {
    private final AllocatorServices services = new AllocatorServices();
    private final PlanBook plans = new PlanBook();
    private final HugePagePool hugePages = new HugePagePool();
    private final AddressSpace addresses = new AddressSpace();
    private final ArenaBook arenas = new ArenaBook(addresses);

    /** The allocators that others brought; for any thread. */
    public AllocatorServices services() {
        return services;
    }

    /** Replaces all plans; the contexts that are open have to be told. */
    public void plans(List<ContextPlan> wanted) {
        plans.plans(wanted);
    }

    /** All plans. */
    public List<ContextPlan> plans() {
        return plans.plans();
    }

    ContextPlan plan(String device, String context) {
        return plans.of(device, context);
    }

    /** How many huge pages there are. */
    public void hugePages(int count) {
        hugePages.pages(count);
    }

    /** Who gives by a plan; null for the library itself. */
    @Nullable BufferSource source(ContextPlan plan, int deviceNode, Object user) {
        AllocatorPlan wanted = plan.allocator();
        return switch (wanted.name()) {
            case Mlx4Allocators.SYSTEM -> null;
            case Mlx4Allocators.HUGEPAGE ->
                    new HugePages(hugePages, addresses, wanted.regionBytes());
            case Mlx4Allocators.ARENA ->
                    arenas.enter(
                            new ArenaBook.Key(plan.device(), plan.context(), wanted),
                            deviceNode,
                            user);
            default -> new ServicePages(wanted.name(), services);
        };
    }

    /** A context is closed. */
    void leave(Object user) {
        arenas.leave(user);
    }

    AddressSpace addresses() {
        return addresses;
    }
}
