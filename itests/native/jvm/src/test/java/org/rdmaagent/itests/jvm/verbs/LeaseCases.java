// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;

/** Who holds what, and what becomes of it. */
final class LeaseCases {
    private static final List<String> COUNTERS =
            List.of("contexts", "pds", "mrs", "cqs", "qps", "srqs", "wqs", "mcast_attached");

    private LeaseCases() {}

    static List<NamedCase> all() {
        return List.of(
                new NamedCase("the next owner finds everything again", LeaseCases::adopted),
                new NamedCase("owners do not see each other", LeaseCases::apart),
                new NamedCase("closing a lease leaves nothing in the kernel", LeaseCases::closing),
                new NamedCase("handles lie in an order in which they close", LeaseCases::order),
                new NamedCase(
                        "outstanding work does not keep a lease open", LeaseCases::outstanding));
    }

    private static void adopted() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(16);
            bench.lease.handBack();
            bench.lease.handBack();
            Refusals.refused("EBADF", bench.lease::contexts, "lease it again");
            Refusals.refused("EBADF", () -> bench.lease.open(Bench.DEVICE, "second"));
            assertTrue(cq.isOpen());
            VerbsLease next = bench.library.lease("cases");
            assertSame(bench.context, next.contexts().get(0));
            assertTrue(next.contexts().get(0).handles().contains(cq));
            VerbsLease thief = bench.library.lease("cases");
            Refusals.refused("EBADF", next::contexts);
            next.close(); // is no user any more: closes nothing
            assertTrue(cq.isOpen());
            thief.close();
            assertFalse(cq.isOpen());
            assertEquals(List.of(), bench.library.lease("cases").contexts());
        }
    }

    private static void apart() {
        try (Bench bench = new Bench()) {
            VerbsLease other = bench.library.lease("other");
            assertEquals(List.of(), other.contexts());
            other.open(Bench.DEVICE, "context").allocPd("pd");
            bench.lease.close();
            assertEquals(1, other.contexts().size());
            assertEquals(1, other.contexts().get(0).handles().size());
        }
    }

    /** One of each kind that the device has. */
    static void make(Bench bench) {
        ChannelHandle channel = bench.context.createChannel("channel");
        CqHandle cq = bench.context.createCq("cq", 16, channel, 0);
        SrqHandle srq = bench.pd.createSrq("srq", new SrqAttributes(16, 1, 0));
        bench.qp(QpType.RC, cq, srq);
        QpHandle qp = bench.datagrams(cq);
        qp.attach(new Gid(0xff12_401b_ffff_0000L, 1), new Lid(0xc001));
        bench.memory(4096);
        bench.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
    }

    private static List<Long> counters() {
        return COUNTERS.stream().map(Emulator::mlx4emu_stat).toList();
    }

    private static void closing() {
        List<Long> before = counters();
        try (Bench bench = new Bench()) {
            make(bench);
            assertFalse(before.equals(counters()));
        }
        assertEquals(before, counters());
    }

    private static void order() {
        try (Bench bench = new Bench()) {
            make(bench);
            List<VerbsHandle> handles = bench.context.handles();
            assertEquals(8, handles.size());
            assertEquals(2, bench.context.resources().held(ObjectKind.QUEUE_PAIR));
            for (VerbsHandle handle : handles) {
                if (handle instanceof QpHandle qp) {
                    qp.attachments().forEach(each -> qp.detach(each.mgid(), each.mlid()));
                }
                handle.close();
            }
            bench.context.close();
        }
    }

    private static void outstanding() {
        assertEquals(0, Emulator.mlx4emu_hold(1));
        try (Bench bench = new Bench()) {
            QpHandle qp = bench.datagrams(bench.cq(16));
            Datagrams.toItself(bench, qp, 8);
        } finally {
            Emulator.mlx4emu_hold(0);
        }
        assertEquals(0, Emulator.mlx4emu_stat("qps"));
    }
}
