// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqState;
import org.rdmaagent.verbs.WqType;

/** Refusals of the kernel, in words. */
final class MessageCases {
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 1);
    private static final Gid SECOND = new Gid(0xff12_401b_ffff_0000L, 2);
    private static final Lid MLID = new Lid(0xc001);

    private MessageCases() {}

    static List<NamedCase> all() {
        return List.of(
                new NamedCase("a missing attribute is named", MessageCases::missing),
                new NamedCase("a way that does not exist is named", MessageCases::noWay),
                new NamedCase("attach: each refusal has its reason", MessageCases::attach),
                new NamedCase("attaching twice is once, a stranger stays", MessageCases::twice),
                new NamedCase("who uses an object is named", MessageCases::busy),
                new NamedCase("flags that exclude each other are explained", MessageCases::flags),
                new NamedCase("a name is taken only once", MessageCases::names),
                new NamedCase(
                        "a device that is not there is told with those that are",
                        MessageCases::device),
                new NamedCase("an address handle on no port is refused", MessageCases::address),
                new NamedCase("what the driver lacks is EOPNOTSUPP", MessageCases::lacking),
                new NamedCase(
                        "work queues and their table close in order", MessageCases::workQueues));
    }

    private static void missing() {
        try (Bench bench = new Bench()) {
            QpHandle qp = bench.qp(QpType.RC, bench.cq(4), null);
            RdmaException refusal =
                    Refusals.refused(
                            "EINVAL",
                            () ->
                                    qp.modify(
                                            QpAttributes.builder()
                                                    .qpState(QpState.INIT)
                                                    .portNum(Bench.PORT)
                                                    .build()),
                            "from RESET to INIT",
                            "PKEY_INDEX",
                            "ACCESS_FLAGS");
            assertEquals("ibv_modify_qp", refusal.call());
            assertEquals("mlx4_0 qp " + qp.name(), refusal.subject());
        }
    }

    private static void noWay() {
        try (Bench bench = new Bench()) {
            QpHandle qp = bench.qp(QpType.UD, bench.cq(4), null);
            Refusals.refused(
                    "EINVAL",
                    () -> qp.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build()),
                    "does not go from RESET to RTS",
                    "[RESET, INIT]");
        }
    }

    private static void attach() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(4);
            QpHandle connected = bench.qp(QpType.RC, cq, null);
            QpHandle qp = bench.datagrams(cq);
            Refusals.refused("EINVAL", () -> connected.attach(GROUP, MLID), "UD", "RC");
            Gid unicast = new Gid(0xfe80_0000_0000_0000L, 1);
            Refusals.refused("EINVAL", () -> qp.attach(unicast, MLID), "begins with ff");
            for (int lid : new int[] {0, 1, 0xbfff, 0xffff}) {
                Refusals.refused("EINVAL", () -> qp.attach(GROUP, new Lid(lid)), "49152");
            }
            assertEquals(List.of(), qp.attachments());
        }
    }

    private static void twice() {
        try (Bench bench = new Bench()) {
            QpHandle qp = bench.datagrams(bench.cq(4));
            qp.attach(GROUP, MLID);
            qp.attach(GROUP, MLID);
            qp.attach(SECOND, new Lid(0xfffe));
            assertEquals(
                    List.of(
                            new MulticastAttachment(GROUP, MLID),
                            new MulticastAttachment(SECOND, new Lid(0xfffe))),
                    qp.attachments());
            Refusals.refused(
                    "EINVAL",
                    () -> qp.detach(new Gid(0xff12_401b_ffff_0000L, 3), MLID),
                    "not attached");
            Refusals.refused("EBUSY", qp::close, "detach", GROUP.toString());
            qp.detach(GROUP, MLID);
            qp.detach(SECOND, new Lid(0xfffe));
            qp.close();
        }
    }

    private static void busy() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(4);
            QpHandle qp = bench.qp(QpType.RC, cq, null);
            AhHandle ah = bench.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
            Refusals.refused("EBUSY", cq::close, "qp " + qp.name());
            Refusals.refused("EBUSY", bench.pd::close, "qp " + qp.name(), "ah way");
            Refusals.refused("EBUSY", bench.context::close, "cq " + cq.name(), "pd pd");
            assertTrue(cq.isOpen() && bench.pd.isOpen() && bench.context.isOpen());
            qp.close();
            cq.close();
            ah.close();
            bench.pd.close();
            bench.context.close();
            bench.context.close();
        }
    }

    private static void flags() {
        try (Bench bench = new Bench()) {
            Refusals.refused(
                    "EINVAL",
                    () -> bench.pd.registerMemory("m", 64, Set.of(AccessFlag.REMOTE_WRITE)),
                    "LOCAL_WRITE");
        }
    }

    private static void names() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.context.createCq("one", 4, null, 0);
            IllegalArgumentException taken =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> bench.context.createCq("one", 4, null, 0));
            assertTrue(String.valueOf(taken.getMessage()).contains("cq 'one'"), taken.getMessage());
            bench.context.createChannel("one");
            cq.close();
            bench.context.createCq("one", 4, null, 0);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> bench.lease.open(Bench.DEVICE, "context"));
        }
    }

    private static void device() {
        try (Bench bench = new Bench()) {
            Refusals.refused("ENODEV", () -> bench.lease.open("nothere0", "n"), "[mlx4_0]");
        }
    }

    private static void address() {
        try (Bench bench = new Bench()) {
            RdmaException refusal =
                    assertThrows(
                            RdmaException.class,
                            () -> bench.pd.createAh("a", AhAttributes.local(new Lid(1), 77)));
            assertTrue(refusal.errno().number() > 0, refusal.getMessage());
        }
    }

    private static void lacking() {
        try (Bench bench = new Bench()) {
            Refusals.refused("EOPNOTSUPP", () -> bench.context.openXrcd("x"), "does not offer");
        }
    }

    private static void workQueues() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(64);
            WqInit init = new WqInit(WqType.RQ, 16, 1);
            WqHandle one = bench.pd.createWq("one", init, cq);
            WqHandle two = bench.pd.createWq("two", init, cq);
            assertTrue(one.init().maxWr() >= 16);
            assertEquals(WqState.RESET, one.state());
            one.modify(WqState.RDY);
            assertEquals(WqState.RDY, one.state());
            two.modify(WqState.RDY);
            RwqTableHandle table = bench.context.createRwqTable("table", List.of(one, two));
            assertEquals(List.of(one, two), table.queues());
            assertEquals(
                    3,
                    List.of(table, one, two).stream()
                            .filter(bench.context.handles()::contains)
                            .count());
            Refusals.refused("EBUSY", one::close, "rwq_ind_tbl table");
            Refusals.refused("EBUSY", cq::close, "wq one", "wq two");
            Refusals.refused(
                    "EINVAL", () -> bench.context.createRwqTable("none", List.of()), "1, 2, 4");
            table.close();
            one.close();
            two.close();
        }
    }
}
