// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** Which devices and contexts there are, and which plan is for which of them. */
final class Mlx4PlanCases {
    private Mlx4PlanCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: a device of another driver is refused", Mlx4PlanCases::foreign),
                Mlx4Case.of(
                        "mlx4: a plan for a device of another driver does nothing",
                        Mlx4PlanCases::foreignPlan),
                Mlx4Case.of("mlx4: no plan is the library itself", Mlx4PlanCases::none),
                Mlx4Case.of("mlx4: a plan is in force once it is open", Mlx4PlanCases::atOpen),
                Mlx4Case.of("mlx4: the plan that fits best", Mlx4PlanCases::best),
                Mlx4Case.of("mlx4: of equal plans the first", Mlx4PlanCases::first),
                Mlx4Case.of("mlx4: plans are kept as given", Mlx4PlanCases::kept),
                Mlx4Case.of("mlx4: contexts of all leases are told", Mlx4PlanCases::contexts),
                Mlx4Case.of("mlx4: objects are counted", Mlx4PlanCases::objects),
                Mlx4Case.of("mlx4: nothing is told of a closed context", Mlx4PlanCases::closed));
    }

    private static void foreign(Mlx4Bench bench) {
        Mlx4Library library = bench.rig().mlx4();
        String device = bench.rig().foreignDevice();
        Expect.that(library.devices().contains(bench.rig().device()), "" + library.devices());
        Expect.that(!library.devices().contains(device), device + " is listed");
        Expect.equal("", library.refusal(bench.rig().device()), "refusal of the right one");
        String refusal = library.refusal(device);
        Expect.that(refusal.contains(bench.rig().foreignDriver()), "the driver: " + refusal);
        Expect.refused("ENODEV", () -> library.refusal("no-such-device"), "no device at all");
    }

    private static void foreignPlan(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        String device = bench.rig().foreignDevice();
        bench.plans(
                new ContextPlan(device, "*", Mlx4Bench.allocator("mine"), 1, "plan"),
                bench.plan("*", "mine"));
        ContextHandle context = bench.lease().open(device, "foreign");
        if (bench.rig().traits().contains(Mlx4Trait.FOREIGN_OBJECTS)) {
            context.createCq("cq", 100, null, 0).close();
        }
        Expect.equal(0, giver.given(), "buffers given");
        Expect.equal(
                List.of(),
                bench.rig().mlx4().contexts().stream()
                        .filter(one -> one.owner().equals(Mlx4Bench.OWNER))
                        .toList(),
                "contexts of mlx4");
        context.close();
    }

    private static void none(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        CqHandle unused = table.cq(100);
        Mlx4ContextStatus status = table.status();
        Expect.equal("system", status.allocator().name(), "in force");
        Expect.equal("system", status.allocator().planned(), "planned");
        Expect.equal("default", status.origin(), "origin");
        Expect.equal(0, status.logWqsRange().pending(), "range");
        Expect.equal(0L, status.logWqsRange().set(), "how often the range was set");
        Expect.that(!status.needsReopen(), "needs no reopen");
        Expect.equal("", status.note(), "note");
        Expect.equal(0L, status.allocator().statistics().allocations(), "what is told of system");
        Expect.equal(List.of(), status.allocator().statistics().uses(), "uses of system");
    }

    private static void atOpen(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        bench.plans(bench.plan("*", Mlx4Bench.allocator("mine"), 1));
        Mlx4Table table = bench.open("context");
        Mlx4ContextStatus status = table.status();
        Expect.equal("mine", status.allocator().name(), "in force");
        Expect.equal("plan of *", status.origin(), "origin");
        Expect.equal(1, status.logWqsRange().pending(), "range");
        Expect.equal(1L, status.logWqsRange().set(), "how often the range was set");
        Expect.that(!status.needsReopen(), "needs no reopen");
        Expect.equal("", status.note(), "note");
        CqHandle cq = table.cq(100);
        Expect.equal(2, giver.given(), "buffers of the first object");
        cq.close();
        Expect.equal(0, giver.liveBuffers(), "buffers then");
    }

    private static void best(Mlx4Bench bench) {
        for (String name : List.of("all", "short", "long", "exact", "other")) {
            PageGiver unused = bench.offer(name);
        }
        bench.plans(
                bench.plan("*", "all"),
                bench.plan("qp/*", "short"),
                bench.plan("qp/feed", "exact"),
                bench.plan("qp/fe*", "long"),
                new ContextPlan(
                        bench.rig().foreignDevice(),
                        "qp/feed-2",
                        Mlx4Bench.allocator("other"),
                        0,
                        "other"));
        Expect.equal("exact", bench.open("qp/feed").allocator(), "by its name");
        Expect.equal("long", bench.open("qp/feed-2").allocator(), "by the longer beginning");
        Expect.equal("short", bench.open("qp/log").allocator(), "by the shorter one");
        Expect.equal("all", bench.open("events").allocator(), "by none");
    }

    private static void first(Mlx4Bench bench) {
        for (String name : List.of("one", "two")) {
            PageGiver unused = bench.offer(name);
        }
        bench.plans(bench.plan("context", "one"), bench.plan("context", "two"));
        Expect.equal("one", bench.open("context").allocator(), "in force");
    }

    private static void kept(Mlx4Bench bench) {
        Mlx4Library library = bench.rig().mlx4();
        Expect.equal(List.of(), library.plans(), "at first");
        List<ContextPlan> plans = List.of(bench.plan("*", "system"), bench.plan("x", "arena"));
        library.setPlans(plans);
        Expect.equal(plans, library.plans(), "plans");
        library.setPlans(List.of());
        Expect.equal(List.of(), library.plans(), "plans then");
    }

    private static void contexts(Mlx4Bench bench) {
        Mlx4Table first = bench.open("first");
        try (VerbsLease other = bench.rig().verbs().lease("contract-mlx4-other")) {
            ContextHandle second = other.open(bench.rig().device(), "first");
            Mlx4Table third = bench.open("third");
            List<String> told =
                    bench.rig().mlx4().contexts().stream()
                            .filter(one -> one.owner().startsWith(Mlx4Bench.OWNER))
                            .map(one -> one.device() + " " + one.owner() + " " + one.name())
                            .toList();
            String device = bench.rig().device() + " ";
            Expect.equal(
                    List.of(
                            device + "contract-mlx4 first",
                            device + "contract-mlx4-other first",
                            device + "contract-mlx4 third"),
                    told,
                    "contexts");
            second.close();
            third.context().close();
        }
        Expect.equal("first", first.status().context(), "name");
        Expect.equal(bench.rig().device(), first.status().device(), "device");
    }

    private static void objects(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        Expect.equal(0, table.status().objects(), "at first");
        CqHandle cq = table.cq(10);
        table.pd().close();
        Expect.equal(1, table.status().objects(), "with a queue");
        cq.close();
        Expect.equal(0, table.status().objects(), "then");
    }

    private static void closed(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        CqHandle cq = table.cq(10);
        Mlx4Context mlx4 = table.mlx4();
        cq.close();
        table.context().close();
        Expect.that(
                bench.rig().mlx4().contexts().stream()
                        .noneMatch(one -> one.owner().equals(Mlx4Bench.OWNER)),
                "it is still told");
        Expect.refused("EBADF", mlx4::status, "status");
        Expect.refused("EBADF", () -> mlx4.setLogWqsRangeSize(0), "the range");
        Expect.refused("EBADF", mlx4::attributes, "attributes");
        Expect.refused("EBADF", () -> mlx4.cqLayout(cq.name()), "layout of a queue");
        Expect.refused("EBADF", () -> mlx4.qpLayout("qp"), "layout of a pair");
        Expect.equal("context", mlx4.name(), "its name");
    }
}
