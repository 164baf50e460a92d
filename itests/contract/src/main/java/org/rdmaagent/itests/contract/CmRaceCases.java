// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmNotice;

/** Again and again, and by many at once. */
final class CmRaceCases {
    private static final int THREADS = 4;
    private static final long LOOK_NANOS = 1_000_000;

    private CmRaceCases() {}

    static List<CmCase> cases() {
        return List.of(
                CmCase.of("rounds of joining and leaving leave nothing", CmRaceCases::rounds),
                CmCase.of("rounds of ids leave nothing", CmRaceCases::idRounds),
                CmCase.of("four join and leave while one waits", CmRaceCases::race));
    }

    private static void rounds(CmBench bench) {
        CmId id = bench.bound();
        GroupAddress group = bench.rig().group(1);
        for (int round = 0; round < bench.rig().rounds(); round++) {
            JoinedGroup unused = bench.join(id, group);
            id.leave(group);
        }
        Expect.equal(List.of(id), bench.lease().ids(), "ids");
        Expect.equal(List.of(), id.joins(), "joins");
        bench.nothingWaits();
    }

    private static void idRounds(CmBench bench) {
        for (int round = 0; round < bench.rig().rounds(); round++) {
            CmId id = bench.bound();
            CmBench.ask(id, bench.rig().group(round));
            if (round % 3 > 0) {
                JoinedGroup unused = CmBench.joined(bench.lease(), id, bench.rig().group(round));
            }
            if (round % 3 == 1) {
                id.leave(bench.rig().group(round));
            }
            id.close();
        }
        Expect.equal(List.of(), bench.lease().ids(), "ids");
        bench.nothingWaits();
    }

    /** What the waiting thread saw: how many joins of an id were answered. */
    private static final class Seen {
        private final Map<String, Integer> joins = new ConcurrentHashMap<>();
        private final AtomicBoolean over = new AtomicBoolean();

        private int watch(CmBench bench) {
            int all = 0;
            while (!over.get()) {
                Optional<CmNotice> notice = bench.lease().awaitEvent(LOOK_NANOS);
                if (notice.isPresent()) {
                    Expect.equal(
                            CmEventType.MULTICAST_JOIN, notice.get().type(), "event " + notice);
                    joins.merge(notice.get().id().name(), 1, Integer::sum);
                    all++;
                }
            }
            return all;
        }

        private void await(String name) {
            long end = System.nanoTime() + CmBench.PATIENCE_NANOS;
            while (joins.getOrDefault(name, 0) == 0) {
                if (System.nanoTime() > end) {
                    throw Expect.wrong("the join of " + name + " was not answered");
                }
                Thread.onSpinWait();
            }
        }
    }

    private static void race(CmBench bench) throws Exception {
        Seen seen = new Seen();
        FutureTask<Integer> watching = CmBench.start("watches", () -> seen.watch(bench));
        List<FutureTask<Integer>> working = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            int thread = number;
            working.add(CmBench.start("joins-" + number, () -> work(bench, seen, thread)));
        }
        int answered = 0;
        for (FutureTask<Integer> one : working) {
            answered += CmBench.ended(one, "joining and leaving");
        }
        seen.over.set(true);
        int told = CmBench.ended(watching, "watching");
        // Each at the most once; of those that nobody waited for some were told, too.
        Expect.equal(seen.joins.size(), told, "events, of " + answered + " that were waited for");
        Expect.equal(List.of(), bench.lease().ids(), "ids");
        bench.nothingWaits();
    }

    private static int work(CmBench bench, Seen seen, int thread) {
        int answered = 0;
        for (int round = 0; round < bench.rig().raceRounds(); round++) {
            CmId id = bench.lease().createId("race-" + thread + "-" + round, PortSpace.UDP);
            id.bind(bench.rig().local());
            // All threads meet in some of the groups.
            GroupAddress group = bench.rig().group(round % 2 == 0 ? 1 : 10 + thread);
            CmBench.ask(id, group);
            if (round % 4 < 2) {
                seen.await(id.name());
                answered++;
            }
            if (round % 3 > 0) {
                id.leave(group);
            }
            id.close();
        }
        return answered;
    }
}
