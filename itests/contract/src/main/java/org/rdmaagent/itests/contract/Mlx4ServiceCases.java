// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.spi.verbs.CqHandle;

/** Allocators that come and go, and several at a time. */
final class Mlx4ServiceCases {
    private Mlx4ServiceCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: one that goes gets back what it gave", Mlx4ServiceCases::goes),
                Mlx4Case.of("mlx4: ordinary pages once it is gone", Mlx4ServiceCases::goneFallback),
                Mlx4Case.of("mlx4: one that comes late", Mlx4ServiceCases::late),
                Mlx4Case.of("mlx4: another one of its name", Mlx4ServiceCases::successor),
                Mlx4Case.of("mlx4: two contexts, two allocators", Mlx4ServiceCases::two),
                Mlx4Case.of(
                        "mlx4: one that is gone gets it back at the end of the lease",
                        Mlx4ServiceCases::endOfLease));
    }

    private static void goes(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle cq = table.cq(100);
        bench.withdraw(giver);
        Mlx4Bench.noMemory("mine", "not there", () -> table.cq(100));
        Expect.equal(1L, table.statistics().failures(), "failures");
        Expect.equal("mine", table.allocator(), "in force");
        Expect.that(
                table.status().allocator().detail().contains("not there"),
                "detail: " + table.status().allocator().detail());
        Expect.equal(2, giver.liveBuffers(), "buffers that it still has to get back");
        cq.close();
        Expect.equal(0, giver.liveBuffers(), "buffers then");
        Mlx4Bench.nothingLives(table.status());
    }

    private static void goneFallback(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        bench.plans(bench.plan("*", Mlx4Bench.withFallback("mine"), 0));
        Mlx4Table table = bench.open("context");
        CqHandle cq = table.cq(100);
        bench.withdraw(giver);
        CqHandle more = table.cq(100);
        AllocatorStatistics told = table.statistics();
        Expect.equal(1L, told.fallbacks(), "fallbacks");
        Expect.equal(2, giver.liveBuffers(), "its buffers");
        cq.close();
        more.close();
        Mlx4Bench.nothingLives(table.status());
    }

    private static void late(Mlx4Bench bench) {
        Mlx4Table table = bench.openWith("mine");
        Expect.equal("mine", table.allocator(), "in force");
        Mlx4Bench.noMemory("mine", "not there", () -> table.cq(100));
        PageGiver giver = bench.offer("mine");
        CqHandle cq = table.cq(100);
        Expect.equal(2, giver.liveBuffers(), "its buffers");
        cq.close();
    }

    private static void successor(Mlx4Bench bench) {
        PageGiver first = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle old = table.cq(100);
        bench.withdraw(first);
        PageGiver second = bench.offer("mine");
        CqHandle young = table.cq(100);
        Expect.equal(2, first.liveBuffers(), "of the first");
        Expect.equal(1, second.liveBuffers(), "of the second");
        old.close();
        young.close();
        Expect.equal(0, first.liveBuffers(), "of the first then");
        Expect.equal(0, second.liveBuffers(), "of the second then");
        Mlx4Bench.nothingLives(table.status());
    }

    private static void two(Mlx4Bench bench) {
        PageGiver one = bench.offer("one");
        PageGiver two = bench.offer("two");
        bench.plans(bench.plan("a*", "one"), bench.plan("b*", "two"));
        Mlx4Table a = bench.open("a");
        Mlx4Table b = bench.open("b");
        CqHandle ofA = a.cq(100);
        CqHandle ofB = b.cq(1000);
        Expect.equal(bench.cqBytes(127) + PageGiver.PAGE, one.liveBytes(), "bytes of the first");
        Expect.equal(bench.cqBytes(1023) + PageGiver.PAGE, two.liveBytes(), "of the second");
        Expect.equal(one.liveBytes(), a.statistics().liveBytes(), "told of the first");
        Expect.equal(two.liveBytes(), b.statistics().liveBytes(), "told of the second");
        two.giving(bytes -> 0);
        Mlx4Bench.noMemory("two", "4096", () -> b.cq(10));
        a.cq(10).close();
        Expect.equal(0L, a.statistics().failures(), "failures of the first");
        ofA.close();
        Expect.equal(0, one.liveBuffers(), "buffers of the first then");
        Expect.equal(2, two.liveBuffers(), "buffers of the second then");
        ofB.close();
        List.of(a, b).forEach(each -> Mlx4Bench.nothingLives(each.status()));
    }

    private static void endOfLease(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle unused = table.cq(100);
        CqHandle more = table.cq(1000);
        Expect.that(more.isOpen(), "a queue");
        bench.withdraw(giver);
        bench.lease().close();
        Expect.equal(0, giver.liveBuffers(), "buffers then");
    }
}
