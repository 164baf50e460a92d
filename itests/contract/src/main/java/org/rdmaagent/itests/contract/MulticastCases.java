// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;

/** ibv_attach_mcast(3) and ibv_detach_mcast(3), row by row, and who hears what. */
final class MulticastCases {
    private static final Gid MGID = VerbsContract.GROUP;

    private static final Gid OTHER = new Gid(0xff12_a01b_ffff_0000L, 0x4243);
    private static final Gid ZERO = new Gid(0, 0);
    private static final Gid ALMOST = new Gid(0xfeff_ffff_ffff_ffffL, -1L);
    private static final Lid MLID = new Lid(0xc005);

    private static final Gid MAPPED_HOST = new Gid(0, 0x0000_ffff_c000_0201L);

    /**
     * One question.
     *
     * @param onInfiniBand whether it is allowed there
     * @param onEthernet whether it is allowed there
     */
    private record Row(
            String what,
            QpType type,
            Gid mgid,
            int mlid,
            boolean onInfiniBand,
            boolean onEthernet) {}

    private static final List<Row> ROWS =
            List.of(
                    new Row("the lowest multicast LID", QpType.UD, MGID, 0xc000, true, true),
                    new Row("a LID in the middle", QpType.UD, MGID, 0xd123, true, true),
                    new Row("the highest multicast LID", QpType.UD, MGID, 0xfffe, true, true),
                    new Row("no LID", QpType.UD, MGID, 0, false, true),
                    new Row("the lowest unicast LID", QpType.UD, MGID, 1, false, true),
                    new Row("the highest unicast LID", QpType.UD, MGID, 0xbfff, false, true),
                    new Row("the permissive LID", QpType.UD, MGID, 0xffff, false, true),
                    new Row("an IPv4 host", QpType.UD, MAPPED_HOST, 0xc000, false, false),
                    new Row("the zero GID", QpType.UD, ZERO, 0xc000, false, false),
                    new Row("a GID that begins with fe", QpType.UD, ALMOST, 0xc000, false, false),
                    new Row("a reliable connection", QpType.RC, MGID, 0xc000, false, false),
                    new Row("an unreliable connection", QpType.UC, MGID, 0xc000, false, false));

    private MulticastCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        for (QpState state : List.of(QpState.INIT, QpState.RTS)) {
            for (Row row : ROWS) {
                Set<Trait> needs = row.type == QpType.UC ? Set.of(Trait.UC) : Set.of();
                cases.add(
                        ContractCase.of(
                                "attach in " + state + ": " + row.what,
                                needs,
                                bench -> attach(bench, row, state)));
            }
        }
        Row ipv4 =
                new Row("an IPv4 group", QpType.UD, VerbsContract.IPV4_GROUP, 0xc000, true, true);
        cases.add(
                ContractCase.of(
                        "attach in INIT: an IPv4 group",
                        Trait.IPV4_GROUPS,
                        bench -> attach(bench, ipv4, QpState.INIT)));
        cases.add(ContractCase.of("the own GID is no group", MulticastCases::ownGid));
        cases.add(ContractCase.of("attaching twice is once", MulticastCases::twice));
        cases.add(ContractCase.of("a stranger cannot be detached", MulticastCases::stranger));
        cases.add(
                ContractCase.of(
                        "detaching by another LID is refused",
                        Trait.DETACH_BY_LID,
                        MulticastCases::otherLid));
        cases.add(ContractCase.of("attached queue pairs are busy", MulticastCases::busy));
        cases.add(
                ContractCase.of(
                        "every attached queue pair hears, others do not",
                        Trait.MULTICAST_DELIVERY,
                        MulticastCases::heard));
        cases.add(
                ContractCase.of(
                        "an attached sender hears itself",
                        Set.of(Trait.MULTICAST_DELIVERY, Trait.MULTICAST_TO_SELF),
                        MulticastCases::self));
        cases.add(
                ContractCase.of(
                        "nothing comes with another Q_Key or after detaching",
                        Trait.MULTICAST_DELIVERY,
                        MulticastCases::unheard));
        return cases;
    }

    private static void attach(Workbench bench, Row row, QpState state) {
        Endpoint end = bench.endpoint(row.type);
        TransitionCases.bring(bench, end, state);
        Lid lid = new Lid(row.mlid);
        if (bench.ethernet() ? row.onEthernet : row.onInfiniBand) {
            end.qp().attach(row.mgid, lid);
            end.qp().detach(row.mgid, lid);
        } else {
            Expect.refused("EINVAL", () -> end.qp().attach(row.mgid, lid), row.what);
        }
        end.qp().close();
        Expect.that(!end.qp().isOpen(), "nothing stayed attached");
    }

    private static void ownGid(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        Expect.refused("EINVAL", () -> end.qp().attach(bench.gid(), MLID), "the port's GID");
    }

    private static void twice(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        end.qp().attach(MGID, MLID);
        end.qp().attach(MGID, MLID);
        end.qp().detach(MGID, MLID);
        Expect.refused("EINVAL", () -> end.qp().detach(MGID, MLID), "detaching a second time");
        end.qp().close();
    }

    private static void stranger(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        Endpoint connected = bench.endpoint(QpType.RC);
        pair[0].qp().attach(MGID, MLID);
        BiConsumer<Endpoint, Gid> refused =
                (end, mgid) ->
                        Expect.refused(
                                "EINVAL",
                                () -> end.qp().detach(mgid, MLID),
                                "detaching " + end.type() + " from " + mgid);
        refused.accept(pair[0], OTHER);
        refused.accept(pair[0], ZERO);
        refused.accept(pair[1], MGID);
        refused.accept(connected, MGID);
        pair[0].qp().detach(MGID, MLID);
    }

    private static void otherLid(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        end.qp().attach(MGID, MLID);
        Expect.refused("EINVAL", () -> end.qp().detach(MGID, new Lid(0xc006)), "with another LID");
        end.qp().detach(MGID, MLID);
    }

    private static void busy(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        end.qp().attach(MGID, MLID);
        end.qp().attach(OTHER, MLID);
        Expect.refused("EBUSY", end.qp()::close, "closing it with two groups");
        end.qp().detach(MGID, MLID);
        Expect.refused("EBUSY", end.qp()::close, "closing it with one group");
        Expect.that(end.qp().isOpen(), "it is still open");
        end.qp().detach(OTHER, MLID);
        end.qp().close();
    }

    /** The group that the port can use: on IPv4 an IPv4 one. */
    private static Gid group(Workbench bench) {
        boolean ipv4 = bench.gid().prefix() == 0 && bench.gid().interfaceId() >>> 32 == 0xffffL;
        return ipv4 ? VerbsContract.IPV4_GROUP : MGID;
    }

    private static AhHandle toGroup(Workbench bench) {
        GlobalRoute route = new GlobalRoute(group(bench), 0, bench.rig().gidIndex(), 1, 0);
        return bench.pd()
                .createAh(
                        bench.name("ah"),
                        AhAttributes.global(
                                route, bench.ethernet() ? Lid.NONE : MLID, bench.rig().port()));
    }

    private static void shout(Endpoint from, AhHandle way, long id, int length, int qkey) {
        from.send(
                SendRequest.datagram(
                        id,
                        List.of(from.out(0, length)),
                        new SendTarget.Datagram(way, QpNumber.MULTICAST, qkey)));
    }

    private static void heard(Workbench bench) {
        Endpoint sender = bench.pair(QpType.UD)[0];
        Endpoint[] hearers = bench.pair(QpType.UD);
        Endpoint deaf = bench.pair(QpType.UD)[0];
        for (Endpoint hearer : hearers) {
            hearer.qp().attach(group(bench), MLID);
            hearer.receive(7, hearer.in(0, 1024));
        }
        deaf.receive(8, deaf.in(0, 1024));
        byte[] sent = sender.fill(0, 300, 1);
        shout(sender, toGroup(bench), 9, 300, Steps.QKEY_VALUE);
        Expect.that(bench.await(sender.sends()).succeeded(), "sent");
        for (Endpoint hearer : hearers) {
            WorkCompletion heard = bench.await(hearer.receives());
            var details = Expect.present(heard.details(), "heard: " + heard);
            Expect.equal(7L, heard.wrId(), "request");
            Expect.equal(300L + NetworkHeader.BYTES, details.byteLen(), "length");
            Expect.equal(sender.qp().number(), details.srcQp(), "sender");
            hearer.receivedIs(sent, NetworkHeader.BYTES, "heard");
            NetworkHeader header =
                    Expect.present(NetworkHeader.parse(hearer.receivedFrom(0)), "a header");
            Expect.equal(group(bench), header.dgid(), "to whom");
            Expect.equal(bench.gid(), header.sgid(), "from whom");
            hearer.qp().detach(group(bench), MLID);
        }
        Expect.equal(List.of(), deaf.receives().poll(1), "what the other heard");
    }

    private static void self(Workbench bench) {
        Endpoint end = bench.pair(QpType.UD)[0];
        end.qp().attach(group(bench), MLID);
        end.receive(1, end.in(0, 256));
        shout(end, toGroup(bench), 2, 8, Steps.QKEY_VALUE);
        Expect.that(bench.await(end.receives()).succeeded(), "heard itself");
        end.qp().detach(group(bench), MLID);
    }

    private static void unheard(Workbench bench) {
        Endpoint sender = bench.pair(QpType.UD)[0];
        Endpoint hearer = bench.pair(QpType.UD)[0];
        AhHandle way = toGroup(bench);
        hearer.qp().attach(group(bench), MLID);
        hearer.receive(1, hearer.in(0, 256));
        shout(sender, way, 10, 8, Steps.QKEY_VALUE + 1);
        shout(sender, way, 11, 16, Steps.QKEY_VALUE);
        var first = Expect.present(bench.await(hearer.receives()).details(), "the second message");
        Expect.equal(16L + NetworkHeader.BYTES, first.byteLen(), "which message came");
        hearer.qp().detach(group(bench), MLID);
        hearer.receive(2, hearer.in(0, 256));
        shout(sender, way, 12, 24, Steps.QKEY_VALUE);
        bench.await(sender.sends(), 3);
        hearer.qp().attach(group(bench), MLID);
        shout(sender, way, 13, 32, Steps.QKEY_VALUE);
        var next = Expect.present(bench.await(hearer.receives()).details(), "the last message");
        Expect.equal(32L + NetworkHeader.BYTES, next.byteLen(), "which message came");
        hearer.qp().detach(group(bench), MLID);
    }
}
