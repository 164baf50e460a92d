// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.spi.mlx4.QpLayout.WorkRing;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.QpType;

/** What libmlx4 tells of a device, and of queues that it has memory for. */
final class Mlx4LayoutCases {
    private Mlx4LayoutCases() {}

    static List<Mlx4Case> cases() {
        return List.of(
                Mlx4Case.of("mlx4: what the driver tells", Mlx4LayoutCases::driver),
                Mlx4Case.of("mlx4: where a completion queue lies", Mlx4LayoutCases::completions),
                Mlx4Case.of("mlx4: where a queue pair lies", Mlx4LayoutCases::pair),
                Mlx4Case.of("mlx4: receives that lie before sends", Mlx4LayoutCases::receivesFirst),
                Mlx4Case.of("mlx4: where nothing lies", Mlx4LayoutCases::unknown));
    }

    private static void driver(Mlx4Bench bench) {
        Mlx4DriverAttributes told = bench.open("context").mlx4().attributes();
        Expect.that(told.version() >= 0 && told.version() <= 255, "version " + told);
        Expect.that(told.maxInlineReceiveBytes() >= 0, "inline receives " + told);
    }

    private static void completions(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        CqHandle cq = table.cq(100);
        CqHandle other = table.cq(100);
        CqLayout layout = table.mlx4().cqLayout(cq.name());
        Expect.equal(128, layout.entries(), "entries");
        Expect.equal(bench.rig().cqeBytes(), layout.entryBytes(), "bytes of an entry");
        Expect.equal(0L, layout.buffer() % PageGiver.PAGE, "the buffer begins a page");
        Expect.equal(0L, layout.consumerIndexRecord() % 8, "records are aligned");
        if (layout.consumerIndexRecord() != 0) {
            Expect.equal(layout.consumerIndexRecord() + 4, layout.armRecord(), "arm record");
        }
        Expect.that(
                layout.cqn() != table.mlx4().cqLayout(other.name()).cqn(), "numbers are unique");
        Expect.equal(1023, cq.resize(1000), "entries then");
        Expect.equal(1024, table.mlx4().cqLayout(cq.name()).entries(), "entries of the layout");
    }

    private static void pair(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        PdHandle pd = table.pd();
        CqHandle cq = table.cq(100);
        QpHandle qp = table.qp(pd, cq, QpType.UD);
        QpLayout layout = table.mlx4().qpLayout(qp.name());
        Expect.equal(0L, layout.buffer() % PageGiver.PAGE, "the buffer begins a page");
        Expect.equal(20480L, layout.bufferBytes(), "bytes");
        Expect.equal(new WorkRing(128, 7, 0), layout.send(), "sends");
        Expect.equal(new WorkRing(64, 4, 16384), layout.receive(), "receives");
        Expect.equal(
                qp.number().value() << 8,
                Integer.reverseBytes(layout.doorbellQpn()),
                "number for the doorbell");
    }

    private static void receivesFirst(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        PdHandle pd = table.pd();
        CqHandle cq = table.cq(100);
        QpHandle qp = table.wideReceives(pd, cq);
        QpLayout layout = table.mlx4().qpLayout(qp.name());
        Expect.equal(new WorkRing(16, 8, 0), layout.receive(), "receives");
        Expect.equal(new WorkRing(64, 6, 4096), layout.send(), "sends");
        Expect.equal(8192L, layout.bufferBytes(), "bytes");
    }

    private static void unknown(Mlx4Bench bench) {
        Mlx4Table table = bench.open("context");
        Mlx4Context mlx4 = table.mlx4();
        PdHandle pd = table.pd();
        CqHandle cq = table.cq(100);
        QpHandle qp = table.qp(pd, cq, QpType.RC);
        Expect.refused("ENOENT", () -> mlx4.cqLayout("none"), "no such queue");
        Expect.refused("ENOENT", () -> mlx4.qpLayout("none"), "no such pair");
        Expect.refused("ENOENT", () -> mlx4.cqLayout(qp.name()), "a pair is no queue");
        Expect.refused("ENOENT", () -> mlx4.qpLayout(cq.name()), "a queue is no pair");
        qp.close();
        Expect.refused("ENOENT", () -> mlx4.qpLayout(qp.name()), "a closed pair");
        cq.close();
        Expect.refused("ENOENT", () -> mlx4.cqLayout(cq.name()), "a closed queue");
    }
}
