// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.QpType;

/** Which memory libmlx4 asks for, and that all of it comes back. */
final class Mlx4SizeCases {
    private static final String DOORBELL = "doorbell 4096";
    private static final int RECORDS_OF_A_PAGE = 512;

    private Mlx4SizeCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: completion queues, whole pages", Mlx4SizeCases::completions),
                Mlx4Case.of("mlx4: a resized queue, the new before the old", Mlx4SizeCases::resize),
                Mlx4Case.of("mlx4: datagram pairs", bench -> pair(bench, QpType.UD, 20480)),
                Mlx4Case.of("mlx4: reliable pairs", bench -> pair(bench, QpType.RC, 12288)),
                Mlx4Case.of("mlx4: unreliable pairs", bench -> pair(bench, QpType.UC, 12288)),
                Mlx4Case.of("mlx4: shared receive queues, as they are", Mlx4SizeCases::shared),
                Mlx4Case.of("mlx4: work queues, as pairs", Mlx4SizeCases::workQueues),
                Mlx4Case.of(
                        "mlx4: a doorbell page serves 512 completion queues",
                        Mlx4SizeCases::doorbells),
                Mlx4Case.of("mlx4: the peak stays", Mlx4SizeCases::peak),
                Mlx4Case.of("mlx4: rounds leave nothing", Mlx4SizeCases::rounds));
    }

    private static void asked(Mlx4Table table, Map<String, Long> expected) {
        Expect.equal(expected, Mlx4Bench.asked(table.statistics()), "asked for");
    }

    private static void completions(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle small = table.cq(100);
        CqHandle large = table.cq(1000);
        long bytes = bench.cqBytes(127) + bench.cqBytes(1023);
        asked(
                table,
                Map.of(
                        "cq " + bench.cqBytes(127),
                        1L,
                        "cq " + bench.cqBytes(1023),
                        1L,
                        DOORBELL,
                        1L));
        Expect.equal(bytes + PageGiver.PAGE, giver.liveBytes(), "bytes in use");
        Expect.equal(giver.liveBytes(), table.statistics().liveBytes(), "bytes told");
        small.close();
        large.close();
        Mlx4Bench.nothingLives(table.status());
    }

    private static void resize(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle cq = table.cq(100);
        int granted = cq.resize(2000);
        Expect.equal(2047, granted, "entries");
        asked(
                table,
                Map.of(
                        "cq " + bench.cqBytes(127),
                        1L,
                        "resize " + bench.cqBytes(2047),
                        1L,
                        DOORBELL,
                        1L));
        long after = bench.cqBytes(2047) + PageGiver.PAGE;
        Expect.equal(after, giver.liveBytes(), "bytes in use");
        Expect.equal(after + bench.cqBytes(127), table.statistics().peakBytes(), "both at a time");
        cq.close();
        Mlx4Bench.nothingLives(table.status());
    }

    private static void pair(Mlx4Bench bench, QpType type, long bytes) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        PdHandle pd = table.pd();
        CqHandle cq = table.cq(100);
        int before = giver.given();
        QpHandle one = table.qp(pd, cq, type);
        QpHandle two = table.qp(pd, cq, type);
        // Receives have doorbell pages of their own.
        Expect.equal(before + 3, giver.given(), "buffers of two pairs and a page");
        asked(table, Map.of("cq " + bench.cqBytes(127), 1L, "qp " + bytes, 2L, DOORBELL, 2L));
        List.of(one, two, cq, pd).forEach(each -> each.close());
        Mlx4Bench.nothingLives(table.status());
    }

    private static void shared(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        PdHandle pd = table.pd();
        SrqHandle small = table.srq(pd, 10, 1);
        SrqHandle large = table.srq(pd, 100, 2);
        Expect.equal(3, giver.given(), "buffers of two queues and a page");
        Expect.equal(4L * PageGiver.PAGE, giver.liveBytes(), "bytes given, in whole pages");
        Expect.equal(giver.liveBytes(), table.statistics().liveBytes(), "bytes told");
        CqHandle cq = table.cq(100);
        QpHandle sends = table.qp(pd, cq, small);
        asked(
                table,
                Map.of(
                        "srq 512",
                        1L,
                        "srq 8192",
                        1L,
                        "cq " + bench.cqBytes(127),
                        1L,
                        // It has sends only, and so no doorbell record.
                        "qp 8192",
                        1L,
                        DOORBELL,
                        2L));
        List.of(sends, small, large, cq, pd).forEach(each -> each.close());
        Mlx4Bench.nothingLives(table.status());
    }

    private static void workQueues(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        PdHandle pd = table.pd();
        CqHandle cq = table.cq(1000);
        WqHandle small = table.wq(pd, cq, 10);
        // A send queue of one entry, which nobody uses, takes it over the page.
        WqHandle large = table.wq(pd, cq, 256);
        asked(
                table,
                Map.of(
                        "cq " + bench.cqBytes(1023),
                        1L,
                        "wq 4096",
                        1L,
                        "wq 8192",
                        1L,
                        DOORBELL,
                        2L));
        List.of(small, large, cq, pd).forEach(each -> each.close());
        Mlx4Bench.nothingLives(table.status());
        Expect.equal(0, giver.liveBuffers(), "buffers");
    }

    private static void doorbells(Mlx4Bench bench) {
        PageGiver unused = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        List<CqHandle> queues = new ArrayList<>();
        for (int i = 0; i < RECORDS_OF_A_PAGE; i++) {
            queues.add(table.cq(10));
        }
        Expect.equal(1L, Mlx4Bench.asked(table.statistics()).get(DOORBELL), "pages of 512");
        CqHandle next = table.cq(10);
        Expect.equal(2L, Mlx4Bench.asked(table.statistics()).get(DOORBELL), "pages of 513");
        next.close();
        table.cq(10).close();
        Expect.equal(3L, Mlx4Bench.asked(table.statistics()).get(DOORBELL), "an empty page goes");
        queues.forEach(CqHandle::close);
        Mlx4Bench.nothingLives(table.status());
    }

    private static void peak(Mlx4Bench bench) {
        PageGiver unused = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        CqHandle large = table.cq(1000);
        long most = table.statistics().liveBytes();
        large.close();
        table.cq(10).close();
        AllocatorStatistics told = table.statistics();
        Expect.equal(most, told.peakBytes(), "peak");
        Expect.equal(0L, told.liveBytes(), "live");
    }

    private static void rounds(Mlx4Bench bench) {
        PageGiver giver = bench.offer("mine");
        Mlx4Table table = bench.openWith("mine");
        PdHandle pd = table.pd();
        for (int round = 0; round < bench.rig().rounds(); round++) {
            CqHandle cq = table.cq(100);
            SrqHandle srq = table.srq(pd, 10, 1);
            QpHandle qp = table.qp(pd, cq, QpType.UD);
            QpHandle shares = table.qp(pd, cq, srq);
            WqHandle wq = table.wq(pd, cq, 10);
            Expect.equal(255, cq.resize(200), "entries");
            List.of(wq, shares, qp, srq, cq).forEach(each -> each.close());
            Expect.equal(0, giver.liveBuffers(), "buffers after round " + round);
        }
        Mlx4Bench.nothingLives(table.status());
        long each = 8;
        Expect.equal(
                each * bench.rig().rounds(), table.statistics().allocations(), "buffers of all");
    }
}
