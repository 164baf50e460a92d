// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.spi.verbs.CqHandle;

/** What comes into force at once, and what only when a context is opened again. */
final class Mlx4SwitchCases {
    private Mlx4SwitchCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: an unused context takes any allocator", Mlx4SwitchCases::unused),
                Mlx4Case.of(
                        "mlx4: from system to another takes a reopen", Mlx4SwitchCases::fromSystem),
                Mlx4Case.of(
                        "mlx4: from another to system takes a reopen", Mlx4SwitchCases::toSystem),
                Mlx4Case.of(
                        "mlx4: it counts that something was made, not what is open",
                        Mlx4SwitchCases::onceUsed),
                Mlx4Case.of("mlx4: among others it changes at once", Mlx4SwitchCases::atOnce),
                Mlx4Case.of(
                        "mlx4: a plan that comes back needs no reopen", Mlx4SwitchCases::cameBack),
                Mlx4Case.of("mlx4: a range is planned at opening only", Mlx4SwitchCases::range),
                Mlx4Case.of("mlx4: the same plan again changes nothing", Mlx4SwitchCases::again));
    }

    private static void is(
            Mlx4Table table, String inForce, String planned, boolean needsReopen, String when) {
        Mlx4ContextStatus status = table.status();
        Expect.equal(inForce, status.allocator().name(), "in force " + when);
        Expect.equal(planned, status.allocator().planned(), "planned " + when);
        Expect.equal(needsReopen, status.needsReopen(), "needs a reopen " + when);
    }

    private static void unused(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.open("context");
        bench.plans(bench.plan("*", "mine"));
        is(table, "mine", "mine", false, "after the plan came");
        bench.plans();
        is(table, "system", "system", false, "after it went");
        bench.plans(bench.plan("*", "mine"));
        CqHandle cq = table.cq(10);
        Expect.equal(2, giver.liveBuffers(), "buffers");
        cq.close();
    }

    private static void fromSystem(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.open("context");
        CqHandle cq = table.cq(10);
        bench.plans(bench.plan("*", "mine"));
        is(table, "system", "mine", true, "while it is open");
        table.cq(10).close();
        Expect.equal(0, giver.given(), "buffers given");
        cq.close();
        table.context().close();
        Mlx4Table next = bench.open("context");
        is(next, "mine", "mine", false, "when it is open again");
    }

    private static void toSystem(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle cq = table.cq(10);
        bench.plans();
        is(table, "mine", "system", true, "while it is open");
        CqHandle second = table.cq(10);
        Expect.equal(3, giver.liveBuffers(), "buffers: two queues and a doorbell page");
        cq.close();
        second.close();
        Expect.equal(0, giver.liveBuffers(), "buffers then");
    }

    private static void onceUsed(Mlx4Bench bench) {
        PageGiver unused = bench.offer("mine");
        Mlx4Table table = bench.open("context");
        table.cq(10).close();
        bench.plans(bench.plan("*", "mine"));
        is(table, "system", "mine", true, "with nothing open any more");
    }

    private static void atOnce(Mlx4Bench bench) {
        PageGiver one = bench.offer("one");
        PageGiver two = bench.offer("two");
        Mlx4Table table = bench.openWith("one");
        CqHandle old = table.cq(10);
        bench.plans(bench.plan("*", "two"));
        is(table, "two", "two", false, "after the change");
        CqHandle young = table.cq(10);
        Expect.equal(2, one.liveBuffers(), "of the first: a queue and the doorbell page");
        Expect.equal(1, two.liveBuffers(), "of the second: a queue");
        old.close();
        Expect.equal(1, one.liveBuffers(), "of the first: the page that the young queue uses");
        young.close();
        Expect.equal(0, one.liveBuffers(), "of the first then");
        Expect.equal(0, two.liveBuffers(), "of the second then");
        Mlx4Bench.nothingLives(table.status());
        Expect.equal(3L, table.statistics().allocations(), "buffers of both together");
    }

    private static void cameBack(Mlx4Bench bench) {
        PageGiver unused = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle cq = table.cq(10);
        bench.plans();
        is(table, "mine", "system", true, "without the plan");
        bench.plans(bench.plan("*", "mine"));
        is(table, "mine", "mine", false, "with the plan again");
        cq.close();
    }

    private static void range(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        CqHandle cq = table.cq(10);
        bench.plans(bench.plan("*", Mlx4Bench.allocator("system"), 1));
        Expect.equal(0, table.range().pending(), "pending while it is open");
        Expect.that(table.status().needsReopen(), "needs a reopen");
        cq.close();
        table.context().close();
        Mlx4Table next = bench.open("context");
        Expect.equal(1, next.range().pending(), "pending when it is open again");
        Expect.that(!next.status().needsReopen(), "needs no reopen then");
    }

    private static void again(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        bench.plans(bench.plan("*", Mlx4Bench.allocator("mine"), 2));
        Mlx4Table table = bench.open("context");
        CqHandle cq = table.cq(10);
        table.mlx4().setLogWqsRangeSize(0);
        bench.plans(bench.plan("*", Mlx4Bench.allocator("mine"), 2));
        is(table, "mine", "mine", false, "after the same plan");
        Expect.equal(0, table.range().pending(), "pending");
        Expect.equal(2L, table.range().set(), "how often the range was set");
        cq.close();
        Expect.equal(0, giver.liveBuffers(), "buffers then");
    }
}
