// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.LogWqsRange;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.QpType;

/** The attribute LOG_WQS_RANGE_SZ. */
final class Mlx4RangeCases {
    private Mlx4RangeCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: ranges up to the bound", Mlx4RangeCases::bound),
                Mlx4Case.of("mlx4: a range is used once", Mlx4RangeCases::once),
                Mlx4Case.of("mlx4: a refused range is kept", Mlx4RangeCases::kept),
                Mlx4Case.of("mlx4: a range is overwritten", Mlx4RangeCases::overwritten),
                Mlx4Case.of(
                        "mlx4: a range is kept where memory was missing", Mlx4RangeCases::noMemory),
                Mlx4Case.of(
                        "mlx4: a failed work queue keeps the range",
                        Mlx4Trait.WORK_QUEUE_FAULT,
                        Mlx4RangeCases::fault),
                Mlx4Case.of("mlx4: only work queues use a range", Mlx4RangeCases::onlyWorkQueues),
                Mlx4Case.of("mlx4: the range of a plan is used", Mlx4RangeCases::planned),
                Mlx4Case.of("mlx4: a planned range beyond the bound", Mlx4RangeCases::tooLarge),
                Mlx4Case.of("mlx4: each context has its range", Mlx4RangeCases::each));
    }

    /** A context on which work queues can be made. */
    private record Site(Mlx4Table table, PdHandle pd, CqHandle cq) {
        static Site of(Mlx4Table table) {
            return new Site(table, table.pd(), table.cq(1000));
        }

        WqHandle wq() {
            return table.wq(pd, cq, 16);
        }

        void set(int value) {
            table.mlx4().setLogWqsRangeSize(value);
        }

        void is(int pending, int lastUsed, long set, long used, String when) {
            LogWqsRange now = table.range();
            Expect.equal(
                    new LogWqsRange(pending, lastUsed, set, used, now.bound()),
                    now,
                    "the range " + when);
        }
    }

    private static void bound(Mlx4Bench bench) {
        Site site = Site.of(bench.open("context"));
        Mlx4Context mlx4 = site.table.mlx4();
        int bound = site.table.range().bound();
        int largest = bound < 0 ? LogWqsRange.MAX : bound;
        Expect.that(bound >= -1 && bound <= LogWqsRange.MAX, "bound " + bound);
        site.set(largest);
        site.is(largest, 0, 1, 0, "at the bound");
        for (int wrong : new int[] {largest + 1, LogWqsRange.MAX + 1, -1, Integer.MAX_VALUE}) {
            Expect.refused("EINVAL", () -> mlx4.setLogWqsRangeSize(wrong), "" + wrong);
        }
        if (bound >= 0) {
            Expect.refused("EINVAL", () -> mlx4.setLogWqsRangeSize(LogWqsRange.MAX), "the most");
        }
        site.is(largest, 0, 1, 0, "after what was refused");
        site.set(0);
        site.is(0, 0, 2, 0, "at 0");
    }

    private static void once(Mlx4Bench bench) {
        Site site = Site.of(bench.open("context"));
        WqHandle before = site.wq();
        site.is(0, 0, 0, 0, "without any");
        site.set(2);
        site.is(2, 0, 1, 0, "when it was set");
        List<WqHandle> queues = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            queues.add(site.wq());
            site.is(0, 2, 1, 1, "after " + (i + 1));
            Expect.equal(queues.get(0).number() + i, queues.get(i).number(), "number " + i);
        }
        Expect.equal(0, queues.get(0).number() % 4, "the first number is a multiple of 4");
        site.table.context().createRwqTable("table", queues).close();
        queues.forEach(WqHandle::close);
        before.close();
    }

    private static void kept(Mlx4Bench bench) {
        Site site = Site.of(bench.open("context"));
        site.set(2);
        WqHandle first = site.wq();
        site.set(2);
        Expect.refused("EINVAL", site::wq, "a range while the last one has room");
        site.is(2, 2, 2, 1, "after it was refused");
        Expect.refused("EINVAL", site::wq, "and again");
        site.is(2, 2, 2, 1, "after it was refused again");
        site.set(0);
        Expect.equal(first.number() + 1, site.wq().number(), "the next number");
        site.is(0, 2, 3, 1, "then");
    }

    private static void overwritten(Mlx4Bench bench) {
        Site site = Site.of(bench.open("context"));
        site.set(3);
        site.set(1);
        site.is(1, 0, 2, 0, "when it was overwritten");
        WqHandle first = site.wq();
        Expect.equal(first.number() + 1, site.wq().number(), "the next number");
        site.is(0, 1, 2, 1, "then");
        // The range of two is full: a new one may be begun.
        site.set(1);
        Expect.equal(0, site.wq().number() % 2, "the first of the next range");
        site.is(0, 1, 3, 2, "at the end");
    }

    private static void noMemory(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Site site = Site.of(bench.openWith("mine"));
        site.set(1);
        giver.giving(bytes -> 0);
        Mlx4Bench.noMemory("mine", "4096", site::wq);
        site.is(1, 0, 1, 0, "after it failed");
        giver.givingPages();
        WqHandle wq = site.wq();
        site.is(0, 1, 1, 1, "then");
        Expect.equal(0, wq.number() % 2, "the first of a range");
    }

    private static void fault(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Site site = Site.of(bench.openWith("mine"));
        int before = giver.liveBuffers();
        site.set(1);
        bench.rig().failNextWorkQueue();
        try {
            WqHandle made = site.wq();
            throw Expect.wrong("it was made: " + made.name());
        } catch (RdmaException e) {
            Expect.equal("ibv_create_wq", e.call(), "what failed");
        }
        site.is(1, 0, 1, 0, "after it failed");
        Expect.equal(before, giver.liveBuffers(), "buffers");
        WqHandle wq = site.wq();
        site.is(0, 1, 1, 1, "then");
        wq.close();
    }

    private static void onlyWorkQueues(Mlx4Bench bench) {
        Site site = Site.of(bench.open("context"));
        site.set(1);
        site.table.cq(10).close();
        site.table.srq(site.pd, 10, 1).close();
        site.table.qp(site.pd, site.cq, QpType.UD).close();
        site.is(1, 0, 1, 0, "after other objects");
    }

    private static void planned(Mlx4Bench bench) {
        bench.plans(bench.plan("*", Mlx4Bench.allocator("system"), 1));
        Site site = Site.of(bench.open("context"));
        site.is(1, 0, 1, 0, "at opening");
        WqHandle first = site.wq();
        Expect.equal(0, first.number() % 2, "the first of a range");
        Expect.equal(first.number() + 1, site.wq().number(), "the next number");
        site.is(0, 1, 1, 1, "then");
        Expect.that(!site.table.status().needsReopen(), "needs no reopen");
    }

    private static void tooLarge(Mlx4Bench bench) {
        Site before = Site.of(bench.open("before"));
        int bound = before.table.range().bound();
        bench.plans(bench.plan("context", Mlx4Bench.allocator("system"), LogWqsRange.MAX));
        Mlx4Table table = bench.open("context");
        if (bound < 0) {
            Expect.equal(LogWqsRange.MAX, table.range().pending(), "pending");
            return;
        }
        Expect.equal(0, table.range().pending(), "pending");
        Expect.that(table.status().note().contains("255"), "note: " + table.status().note());
        WqHandle wq = Site.of(table).wq();
        Expect.that(wq.isOpen(), "a work queue");
    }

    private static void each(Mlx4Bench bench) {
        Site one = Site.of(bench.open("one"));
        Site two = Site.of(bench.open("two"));
        one.set(2);
        WqHandle other = two.wq();
        two.is(0, 0, 0, 0, "of the other context");
        one.is(2, 0, 1, 0, "of the one");
        WqHandle first = one.wq();
        two.set(1);
        Expect.equal(0, first.number() % 4, "the first of a range");
        Expect.equal(first.number() + 1, one.wq().number(), "the next number");
        one.is(0, 2, 1, 1, "of the one then");
        two.is(1, 0, 1, 0, "of the other then");
        Expect.that(other.number() != first.number(), "numbers are the device's");
    }
}
