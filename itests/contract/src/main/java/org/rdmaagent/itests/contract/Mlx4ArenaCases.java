// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.verbs.CqHandle;

/** The allocators that are always there. */
final class Mlx4ArenaCases {
    private Mlx4ArenaCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: the names that can be chosen", Mlx4ArenaCases::names),
                Mlx4Case.of("mlx4: an arena gives what it has", Mlx4ArenaCases::full),
                Mlx4Case.of("mlx4: the contexts of a plan share an arena", Mlx4ArenaCases::shared),
                Mlx4Case.of("mlx4: a full arena falls back", Mlx4ArenaCases::fallsBack),
                Mlx4Case.of("mlx4: huge pages, or why there are none", Mlx4ArenaCases::hugePages));
    }

    private static void names(Mlx4Bench bench) {
        List<String> builtIn = List.of("system", "hugepage", "arena");
        Expect.that(bench.rig().mlx4().allocators().containsAll(builtIn), "those there always");
        PageGiver giver = bench.offer("mine");
        Expect.that(bench.rig().mlx4().allocators().contains("mine"), "one that came");
        bench.withdraw(giver);
        Expect.that(!bench.rig().mlx4().allocators().contains("mine"), "one that went");
    }

    /** Room for a completion queue and its doorbell page. */
    private static AllocatorPlan arena(Mlx4Bench bench, boolean fallback) {
        long bytes = bench.cqBytes(127) + PageGiver.PAGE;
        return new AllocatorPlan("arena", bytes, false, AllocatorPlan.NO_NODE, fallback);
    }

    private static void full(Mlx4Bench bench) {
        bench.plans(bench.plan("*", arena(bench, false), 0));
        Mlx4Table table = bench.open("context");
        Expect.equal("arena", table.allocator(), "in force");
        CqHandle cq = table.cq(100);
        Mlx4Bench.noMemory("arena", "full", () -> table.cq(100));
        Expect.equal(1L, table.statistics().failures(), "failures");
        Expect.equal(2L, table.statistics().liveBuffers(), "buffers");
        cq.close();
        table.cq(100).close();
        Mlx4Bench.nothingLives(table.status());
        Expect.that(!table.status().allocator().detail().isBlank(), "a detail is told");
    }

    private static void shared(Mlx4Bench bench) {
        bench.plans(bench.plan("*", arena(bench, false), 0));
        Mlx4Table one = bench.open("one");
        Mlx4Table two = bench.open("two");
        CqHandle cq = one.cq(100);
        Mlx4Bench.noMemory("arena", "full", () -> two.cq(100));
        Expect.equal(0L, one.statistics().failures(), "failures of the first");
        Expect.equal(1L, two.statistics().failures(), "failures of the second");
        cq.close();
        one.context().close();
        two.cq(100).close();
        Mlx4Bench.nothingLives(two.status());
    }

    private static void fallsBack(Mlx4Bench bench) {
        bench.plans(bench.plan("*", arena(bench, true), 0));
        Mlx4Table table = bench.open("context");
        CqHandle cq = table.cq(100);
        CqHandle more = table.cq(100);
        AllocatorStatistics told = table.statistics();
        Expect.equal(1L, told.fallbacks(), "fallbacks");
        Expect.equal(0L, told.failures(), "failures");
        Expect.equal(3L, told.liveBuffers(), "buffers");
        Expect.that(told.lastTrouble().contains("arena"), "trouble: " + told.lastTrouble());
        more.close();
        cq.close();
        Mlx4Bench.nothingLives(table.status());
    }

    /** Whether there are huge pages is the machine's to say. */
    private static void hugePages(Mlx4Bench bench) {
        AllocatorPlan plan =
                new AllocatorPlan("hugepage", 1 << 20, false, AllocatorPlan.NO_NODE, true);
        bench.plans(bench.plan("*", plan, 0));
        Mlx4Table table = bench.open("context");
        Expect.equal("hugepage", table.allocator(), "in force");
        CqHandle cq = table.cq(100);
        AllocatorStatistics told = table.statistics();
        Expect.equal(2L, told.allocations(), "buffers");
        Expect.equal(0L, told.failures(), "failures");
        if (told.fallbacks() > 0) {
            Expect.that(
                    told.lastTrouble().contains("nr_hugepages"),
                    "what to do is told: " + told.lastTrouble());
        }
        Expect.that(!table.status().allocator().detail().isBlank(), "a detail is told");
        cq.close();
        Mlx4Bench.nothingLives(table.status());
    }
}
