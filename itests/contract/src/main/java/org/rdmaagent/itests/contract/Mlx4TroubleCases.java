// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.QpType;

/** Allocators that give nothing, something wrong, or throw. */
final class Mlx4TroubleCases {
    private Mlx4TroubleCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: an allocator that has nothing", Mlx4TroubleCases::nothing),
                Mlx4Case.of("mlx4: nothing for any kind of object", Mlx4TroubleCases::noObject),
                Mlx4Case.of("mlx4: nothing for the doorbell page", Mlx4TroubleCases::noDoorbell),
                Mlx4Case.of("mlx4: nothing for a resize", Mlx4TroubleCases::noResize),
                Mlx4Case.of("mlx4: an allocator that throws", Mlx4TroubleCases::throwing),
                Mlx4Case.of("mlx4: an allocator that throws an error", Mlx4TroubleCases::erring),
                Mlx4Case.of("mlx4: an address that is no page", Mlx4TroubleCases::crooked),
                Mlx4Case.of("mlx4: memory that is in use", Mlx4TroubleCases::inUse),
                Mlx4Case.of("mlx4: ordinary pages in its place", Mlx4TroubleCases::fallback),
                Mlx4Case.of("mlx4: one that takes nothing back", Mlx4TroubleCases::lost));
    }

    private static void nothing(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        giver.giving(bytes -> 0);
        Mlx4Bench.noMemory("mine", "" + bench.cqBytes(127), () -> table.cq(100));
        AllocatorStatistics told = table.statistics();
        Expect.equal(1L, told.failures(), "failures");
        Expect.equal(0L, told.allocations(), "buffers");
        Expect.equal(0L, told.fallbacks(), "fallbacks");
        Expect.that(told.lastTrouble().contains("mine"), "trouble: " + told.lastTrouble());
        Expect.equal(0, table.status().objects(), "objects");
        giver.givingPages();
        table.cq(100).close();
        Mlx4Bench.nothingLives(table.status());
    }

    private static void noObject(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        PdHandle pd = table.pd();
        CqHandle cq = table.cq(100);
        giver.giving(bytes -> 0);
        Mlx4Bench.noMemory("mine", " bytes", () -> table.srq(pd, 10, 1));
        Mlx4Bench.noMemory("mine", "20480", () -> table.qp(pd, cq, QpType.UD));
        Mlx4Bench.noMemory("mine", "12288", () -> table.qp(pd, cq, QpType.RC));
        Mlx4Bench.noMemory("mine", "4096", () -> table.wq(pd, cq, 10));
        Expect.equal(4L, table.statistics().failures(), "failures");
        Expect.equal(2, table.status().objects(), "objects: the first two");
        Expect.equal(2, giver.liveBuffers(), "buffers: those of the first queue");
    }

    private static void noDoorbell(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        giver.givingOnly(1);
        Mlx4Bench.noMemory("mine", "4096", () -> table.cq(100));
        Expect.equal(1, giver.given(), "buffers given");
        Expect.equal(0, giver.liveBuffers(), "buffers kept");
        Expect.equal(1L, table.statistics().failures(), "failures");
        Mlx4Bench.nothingLives(table.status());
    }

    private static void noResize(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle cq = table.cq(100);
        giver.giving(bytes -> 0);
        Mlx4Bench.noMemory("mine", "" + bench.cqBytes(2047), () -> cq.resize(2000));
        Expect.equal(127, cq.cqe(), "entries");
        Expect.equal(2, giver.liveBuffers(), "buffers");
        giver.givingPages();
        Expect.equal(2047, cq.resize(2000), "entries then");
        cq.close();
        Mlx4Bench.nothingLives(table.status());
    }

    private static void throwing(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        giver.giving(
                bytes -> {
                    throw new IllegalStateException("the pool is dry");
                });
        Mlx4Bench.noMemory("mine", "the pool is dry", () -> table.cq(100));
        Expect.equal(1L, table.statistics().failures(), "failures");
        giver.givingPages();
        table.cq(100).close();
    }

    private static void erring(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        giver.giving(
                bytes -> {
                    throw new NoClassDefFoundError("of a bundle that is gone");
                });
        Mlx4Bench.noMemory("mine", "of a bundle that is gone", () -> table.cq(100));
        giver.givingPages();
        table.cq(100).close();
    }

    private static void crooked(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        giver.givingCrooked();
        Mlx4Bench.noMemory("mine", "multiple", () -> table.cq(100));
        Expect.equal(0, giver.liveBuffers(), "what it has to get back");
        Expect.equal(1L, table.statistics().failures(), "failures");
    }

    private static void inUse(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle cq = table.cq(1000);
        long last = giver.lastAddress();
        for (long inside : new long[] {last, last - PageGiver.PAGE}) {
            giver.giving(bytes -> inside);
            Mlx4Bench.noMemory("mine", "in use", () -> table.cq(1000));
        }
        Expect.equal(2, giver.liveBuffers(), "its buffers: those of the first queue");
        Expect.equal(2L, table.statistics().failures(), "failures");
        cq.close();
        Mlx4Bench.nothingLives(table.status());
    }

    private static void fallback(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        bench.plans(bench.plan("*", Mlx4Bench.withFallback("mine"), 0));
        Mlx4Table table = bench.open("context");
        giver.giving(bytes -> 0);
        CqHandle cq = table.cq(100);
        AllocatorStatistics told = table.statistics();
        Expect.equal(2L, told.fallbacks(), "fallbacks");
        Expect.equal(0L, told.failures(), "failures");
        Expect.equal(2L, told.allocations(), "buffers");
        Expect.that(told.lastTrouble().contains("mine"), "trouble: " + told.lastTrouble());
        giver.givingPages();
        CqHandle more = table.cq(100);
        Expect.equal(1, giver.given(), "buffers given");
        List.of(cq, more).forEach(VerbsHandle::close);
        Mlx4Bench.nothingLives(table.status());
    }

    private static void lost(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle cq = table.cq(100);
        CqHandle other = table.cq(100);
        giver.refusingBack("it is stuck");
        cq.close();
        AllocatorStatistics told = table.statistics();
        Expect.equal(bench.cqBytes(127), told.lostBytes(), "lost bytes");
        Expect.equal(2L, told.liveBuffers(), "buffers in use");
        Expect.equal(0L, told.frees(), "buffers back");
        Expect.that(told.lastTrouble().contains("it is stuck"), "trouble: " + told.lastTrouble());
        giver.refusingBack("");
        other.close();
        Expect.equal(2L, table.statistics().frees(), "buffers back then");
        Expect.equal(bench.cqBytes(127), table.statistics().lostBytes(), "lost bytes then");
        Expect.equal(0L, table.statistics().liveBytes(), "bytes in use then");
    }
}
