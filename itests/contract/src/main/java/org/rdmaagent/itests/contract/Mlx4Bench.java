// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** What a case works with: a lease of its own, plans, and allocators. */
public final class Mlx4Bench implements AutoCloseable {
    /** The owner of what the cases make. */
    static final String OWNER = "contract-mlx4";

    private final Mlx4Rig rig;
    private final VerbsLease lease;
    private final Map<PageGiver, String> offered = new LinkedHashMap<>();
    private final List<PageGiver> givers = new ArrayList<>();
    private int names;

    Mlx4Bench(Mlx4Rig rig) {
        this.rig = rig;
        this.lease = rig.verbs().lease(OWNER);
        Expect.equal(List.of(), lease.contexts(), "what an earlier case left open");
        rig.mlx4().setPlans(List.of());
    }

    Mlx4Rig rig() {
        return rig;
    }

    VerbsLease lease() {
        return lease;
    }

    /** A name that nothing has. */
    String name(String kind) {
        return kind + "-" + ++names;
    }

    /** An allocator that can be chosen by a name. */
    PageGiver offer(String name) {
        PageGiver giver = new PageGiver(rig);
        givers.add(giver);
        rig.addAllocator(name, giver);
        offered.put(giver, name);
        return giver;
    }

    /** It is gone. */
    void withdraw(PageGiver giver) {
        String name = offered.remove(giver);
        if (name != null) {
            rig.removeAllocator(name, giver);
        }
    }

    /** An allocator by its name, with settings that do not matter. */
    static AllocatorPlan allocator(String name) {
        return new AllocatorPlan(name, 1 << 20, false, AllocatorPlan.NO_NODE, false);
    }

    /** The same, with ordinary pages where it has none. */
    static AllocatorPlan withFallback(String name) {
        return new AllocatorPlan(name, 1 << 20, false, AllocatorPlan.NO_NODE, true);
    }

    ContextPlan plan(String contexts, String allocator) {
        return plan(contexts, allocator(allocator), 0);
    }

    ContextPlan plan(String contexts, AllocatorPlan allocator, int logWqsRangeSize) {
        return new ContextPlan(
                rig.device(), contexts, allocator, logWqsRangeSize, "plan of " + contexts);
    }

    void plans(ContextPlan... plans) {
        rig.mlx4().setPlans(List.of(plans));
    }

    /** Opens the device. */
    Mlx4Table open(String name) {
        return new Mlx4Table(this, lease.open(rig.device(), name));
    }

    /** Opens it with an allocator for everything. */
    Mlx4Table openWith(String allocator) {
        plans(plan("*", allocator));
        return open(name("context"));
    }

    /** The one that a context is for libmlx4. */
    Mlx4Context mlx4(ContextHandle context) {
        List<Mlx4Context> found =
                rig.mlx4().contexts().stream()
                        .filter(one -> one.owner().equals(OWNER))
                        .filter(one -> one.name().equals(context.name()))
                        .toList();
        Expect.equal(1, found.size(), "contexts of the name " + context.name());
        return found.get(0);
    }

    /** The bytes of a completion queue that takes so many completions, as they are asked for. */
    long cqBytes(int cqe) {
        return (Long.highestOneBit(cqe) * 2 * rig.cqeBytes() + PageGiver.PAGE - 1)
                / PageGiver.PAGE
                * PageGiver.PAGE;
    }

    /** How often something was asked for, by purpose and bytes such as {@code cq 4096}. */
    static Map<String, Long> asked(AllocatorStatistics statistics) {
        Map<String, Long> asked = new TreeMap<>();
        statistics
                .uses()
                .forEach(
                        use ->
                                asked.merge(
                                        use.purpose() + " " + use.bytes(),
                                        use.allocations(),
                                        Long::sum));
        return asked;
    }

    /** Everything that was asked for came back. */
    static void nothingLives(Mlx4ContextStatus status) {
        AllocatorStatistics told = status.allocator().statistics();
        Expect.equal(0L, told.liveBytes(), "live bytes of " + status.context());
        Expect.equal(0L, told.liveBuffers(), "live buffers of " + status.context());
        Expect.equal(told.allocations(), told.frees(), "buffers back of " + status.context());
        told.uses().forEach(use -> Expect.equal(0L, use.live(), "live of " + use));
    }

    /** Refused since an allocator had nothing; the text says whose, how much, and why. */
    static void noMemory(String allocator, String why, Runnable call) {
        try {
            call.run();
        } catch (RdmaException e) {
            Expect.equal("ENOMEM", e.errno().name(), "errno of: " + e.getMessage());
            for (String part : List.of(allocator, why)) {
                Expect.that(e.remedy().contains(part), "'" + part + "' is told: " + e.remedy());
            }
            return;
        }
        throw Expect.wrong("expected ENOMEM of the allocator " + allocator + ", but it was done");
    }

    @Override
    public void close() {
        try {
            lease.close();
        } catch (RdmaException e) {
            throw new AssertionError("the lease could not be closed: " + e.getMessage(), e);
        } finally {
            rig.mlx4().setPlans(List.of());
            List.copyOf(offered.keySet()).forEach(this::withdraw);
        }
        for (PageGiver giver : givers) {
            Expect.equal(0, giver.liveBuffers(), "buffers that an allocator did not get back");
            Expect.that(giver.mistakes().isEmpty(), "an allocator " + giver.mistakes());
        }
        try (VerbsLease next = rig.verbs().lease(OWNER)) {
            Expect.equal(List.of(), next.contexts(), "what is open after the lease was closed");
        }
    }
}
