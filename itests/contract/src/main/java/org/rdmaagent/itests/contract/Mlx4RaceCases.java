// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** Four threads that make and close objects. */
final class Mlx4RaceCases {
    private static final int THREADS = 4;
    private static final QpInit PAIR =
            new QpInit(QpType.UD, new QpCapabilities(16, 16, 1, 1, 0), false);

    private Mlx4RaceCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: four make and close", Mlx4RaceCases::makeAndClose),
                Mlx4Case.of("mlx4: four while plans change", Mlx4RaceCases::changing),
                Mlx4Case.of(
                        "mlx4: four while allocators come and go", Mlx4RaceCases::comingAndGoing),
                Mlx4Case.of("mlx4: four while the range is set", Mlx4RaceCases::ranges));
    }

    /** Objects of one thread; names that no other thread has. */
    private record Maker(Mlx4Table table, int thread) {
        List<VerbsHandle> make(int round) {
            String name = thread + "-" + round;
            List<VerbsHandle> made = new ArrayList<>();
            try {
                PdHandle pd = table.context().allocPd(name);
                made.add(0, pd);
                CqHandle cq = table.context().createCq(name, 100, null, 0);
                made.add(0, cq);
                QpHandle qp = pd.createQp(name, PAIR, cq, cq, null);
                made.add(0, qp);
                WqHandle wq = pd.createWq(name, new WqInit(WqType.RQ, 10, 1), cq);
                made.add(0, wq);
            } catch (RdmaException e) {
                made.forEach(VerbsHandle::close);
                made.clear();
                if (!e.errno().name().equals("ENOMEM") && !e.errno().name().equals("EINVAL")) {
                    throw e;
                }
            }
            return made;
        }

        int run(int rounds) {
            int complete = 0;
            for (int round = 0; round < rounds; round++) {
                List<VerbsHandle> made = make(round);
                complete += made.isEmpty() ? 0 : 1;
                made.forEach(VerbsHandle::close);
            }
            return complete;
        }
    }

    private static List<FutureTask<Integer>> start(Mlx4Bench bench, List<Mlx4Table> tables) {
        List<FutureTask<Integer>> working = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Maker maker = new Maker(tables.get(thread % tables.size()), thread);
            working.add(
                    CmBench.start("makes-" + thread, () -> maker.run(bench.rig().raceRounds())));
        }
        return working;
    }

    private static int end(List<FutureTask<Integer>> working) throws Exception {
        int complete = 0;
        for (FutureTask<Integer> one : working) {
            complete += CmBench.ended(one, "making and closing");
        }
        return complete;
    }

    private static boolean running(List<FutureTask<Integer>> working) {
        return working.stream().anyMatch(one -> !one.isDone());
    }

    private static void makeAndClose(Mlx4Bench bench) throws Exception {
        PageGiver one = bench.offer("one");
        PageGiver two = bench.offer("two");
        bench.plans(bench.plan("a", "one"), bench.plan("b", "two"));
        Mlx4Table a = bench.open("a");
        Mlx4Table b = bench.open("b");
        int complete = end(start(bench, List.of(a, b)));
        Expect.equal(THREADS * bench.rig().raceRounds(), complete, "rounds that made everything");
        int buffers = 0;
        for (Mlx4Table table : List.of(a, b)) {
            Mlx4Bench.nothingLives(table.status());
            AllocatorStatistics told = table.statistics();
            Expect.equal(0L, told.failures(), "failures");
            buffers += (int) told.allocations();
        }
        Expect.equal(one.given() + two.given(), buffers, "buffers told");
    }

    private static void changing(Mlx4Bench bench) throws Exception {
        PageGiver one = bench.offer("one");
        PageGiver two = bench.offer("two");
        Mlx4Table table = bench.openWith("one");
        List<FutureTask<Integer>> working = start(bench, List.of(table));
        long changes = 0;
        while (running(working)) {
            bench.plans(bench.plan("*", ++changes % 2 == 0 ? "one" : "two"));
            Thread.onSpinWait();
        }
        Expect.equal(THREADS * bench.rig().raceRounds(), end(working), "rounds");
        Mlx4Bench.nothingLives(table.status());
        Expect.equal(
                (long) one.given() + two.given(),
                table.statistics().allocations(),
                "buffers of both");
    }

    private static void comingAndGoing(Mlx4Bench bench) throws Exception {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        List<FutureTask<Integer>> working = start(bench, List.of(table));
        List<PageGiver> all = new ArrayList<>(List.of(giver));
        while (running(working)) {
            bench.withdraw(all.get(all.size() - 1));
            Thread.onSpinWait();
            all.add(bench.offer("mine"));
            Thread.onSpinWait();
        }
        int unused = end(working);
        Mlx4Bench.nothingLives(table.status());
        long given = all.stream().mapToLong(PageGiver::given).sum();
        Expect.equal(given, table.statistics().allocations(), "buffers of all");
    }

    private static void ranges(Mlx4Bench bench) throws Exception {
        PageGiver unused = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        List<FutureTask<Integer>> working = start(bench, List.of(table));
        long set = 0;
        while (running(working)) {
            table.mlx4().setLogWqsRangeSize((int) (++set % 2));
            Thread.onSpinWait();
        }
        int complete = end(working);
        Mlx4Bench.nothingLives(table.status());
        Expect.equal(set, table.range().set(), "how often it was set");
        Expect.that(table.range().used() <= complete, "used " + table.range() + " of " + complete);
        table.mlx4().setLogWqsRangeSize(0);
    }
}
