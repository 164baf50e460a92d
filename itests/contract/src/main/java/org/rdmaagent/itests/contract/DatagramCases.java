// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Datagrams: 40 bytes first, a Q_Key, and silence where nobody listens. */
final class DatagramCases {
    private static final int HEAD = NetworkHeader.BYTES;

    private DatagramCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        for (int length : List.of(0, 1, 255, 1024)) {
            cases.add(
                    ContractCase.of(
                            "UD: a datagram of " + length + " bytes",
                            bench -> datagram(bench, bench.way(), length)));
            cases.add(
                    ContractCase.of(
                            "UD: " + length + " bytes by a global route",
                            bench -> datagram(bench, bench.globalWay(), length)));
        }
        cases.add(ContractCase.of("UD: the header tells the route", DatagramCases::header));
        cases.add(ContractCase.of("UD: immediate data", DatagramCases::immediate));
        cases.add(ContractCase.of("UD: the largest datagram", DatagramCases::largest));
        cases.add(
                ContractCase.of(
                        "UD: the sender's own Q_Key", Trait.OWN_QKEY, DatagramCases::ownKey));
        cases.add(ContractCase.of("UD: another Q_Key is not heard", DatagramCases::otherKey));
        cases.add(ContractCase.of("UD: nobody there, nothing posted", DatagramCases::lost));
        cases.add(ContractCase.of("UD: an answer by the completion", DatagramCases::answer));
        cases.add(ContractCase.of("UD: no way from senseless ones", DatagramCases::senseless));
        cases.add(
                ContractCase.of(
                        "UD: too long fails",
                        Trait.OVERSIZE_DATAGRAM_FAILS,
                        DatagramCases::oversize));
        cases.add(ContractCase.of("UD: too long is never heard", DatagramCases::oversizeUnheard));
        cases.add(ContractCase.of("address handles of wrong ports", DatagramCases::wrongPorts));
        cases.add(
                ContractCase.of(
                        "address handles of unused rows",
                        Trait.ADDRESS_CHECKED,
                        DatagramCases::wrongRows));
        return cases;
    }

    private static CompletionDetails ok(WorkCompletion completion) {
        return Expect.present(completion.details(), "a success, not " + completion);
    }

    private static AhHandle handle(Workbench bench, AhAttributes way) {
        return bench.pd().createAh(bench.name("ah"), way);
    }

    private static SendRequest to(Endpoint peer, AhHandle way, long id, Endpoint from, int bytes) {
        return SendRequest.datagram(
                id,
                List.of(from.out(0, bytes)),
                new SendTarget.Datagram(way, peer.qp().number(), Steps.QKEY_VALUE));
    }

    private static void datagram(Workbench bench, AhAttributes way, int length) {
        Endpoint[] pair = bench.pair(QpType.UD);
        byte[] sent = pair[0].fill(0, length, length + 1);
        pair[1].receive(1, pair[1].in(0, 4096));
        pair[0].send(to(pair[1], handle(bench, way), 2, pair[0], length));
        WorkCompletion completion = bench.await(pair[1].receives());
        CompletionDetails received = ok(completion);
        Expect.equal(1L, completion.wrId(), "request");
        Expect.equal((long) length + HEAD, received.byteLen(), "length");
        Expect.equal(pair[0].qp().number(), received.srcQp(), "sender");
        Expect.equal(
                way.grh().isPresent(),
                received.flags().contains(WorkCompletionFlag.GRH),
                "flag GRH");
        Expect.equal(
                bench.ethernet() ? 0 : bench.port().attributes().lid().value(),
                received.slid(),
                "source LID");
        pair[1].receivedIs(sent, HEAD, "received");
        ok(bench.await(pair[0].sends()));
    }

    private static void header(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        AhAttributes way =
                AhAttributes.global(
                        new GlobalRoute(bench.gid(), 0, bench.rig().gidIndex(), 33, 0x20),
                        bench.way().dlid(),
                        bench.rig().port());
        // Split, so that the header ends up in a place of its own.
        pair[1].receive(1, pair[1].in(0, 10), pair[1].in(10, HEAD - 10), pair[1].in(1000, 64));
        byte[] sent = pair[0].fill(0, 64, 2);
        pair[0].send(to(pair[1], handle(bench, way), 2, pair[0], 64));
        ok(bench.await(pair[1].receives()));
        NetworkHeader header =
                Expect.present(NetworkHeader.parse(pair[1].receivedFrom(0)), "a header");
        Expect.equal(bench.gid(), header.sgid(), "source");
        Expect.equal(bench.gid(), header.dgid(), "destination");
        pair[1].receivedIs(sent, 1000, "the payload");
        if (!bench.ethernet()) {
            Expect.equal(33, header.hopLimit(), "hop limit");
            Expect.equal(0x20, header.trafficClass(), "traffic class");
        }
    }

    private static void immediate(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        pair[1].receive(1, pair[1].in(0, 64));
        pair[0].send(
                Endpoint.request(
                        2,
                        SendOpcode.SEND_WITH_IMM,
                        0xdead_0001,
                        new SendTarget.Datagram(
                                handle(bench, bench.way()),
                                pair[1].qp().number(),
                                Steps.QKEY_VALUE),
                        pair[0].out(0, 4)));
        CompletionDetails received = ok(bench.await(pair[1].receives()));
        Expect.that(received.flags().contains(WorkCompletionFlag.WITH_IMM), "flag WITH_IMM");
        Expect.equal(0xdead_0001, received.immediate(), "immediate data");
    }

    private static void largest(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        byte[] sent = pair[0].fill(0, mtu(bench), 3);
        pair[1].receive(1, pair[1].in(0, HEAD + mtu(bench)));
        pair[0].send(to(pair[1], handle(bench, bench.way()), 2, pair[0], mtu(bench)));
        Expect.equal(
                (long) HEAD + mtu(bench), ok(bench.await(pair[1].receives())).byteLen(), "length");
        pair[1].receivedIs(sent, HEAD, "received");
    }

    private static int mtu(Workbench bench) {
        return bench.port().attributes().activeMtuBytes();
    }

    private static void ownKey(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        pair[1].receive(1, pair[1].in(0, 64));
        pair[0].send(
                SendRequest.datagram(
                        2,
                        List.of(pair[0].out(0, 8)),
                        new SendTarget.Datagram(
                                handle(bench, bench.way()), pair[1].qp().number(), 0x8000_0000)));
        ok(bench.await(pair[1].receives()));
    }

    private static void otherKey(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        AhHandle way = handle(bench, bench.way());
        pair[1].receive(1, pair[1].in(0, 64));
        pair[0].send(
                SendRequest.datagram(
                        2,
                        List.of(pair[0].out(0, 8)),
                        new SendTarget.Datagram(way, pair[1].qp().number(), Steps.QKEY_VALUE ^ 1)));
        pair[0].send(to(pair[1], way, 3, pair[0], 16));
        Expect.equal(16L + HEAD, ok(bench.await(pair[1].receives())).byteLen(), "which one came");
        bench.await(pair[0].sends(), 2).forEach(DatagramCases::ok);
    }

    private static void lost(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        Endpoint gone = bench.pair(QpType.UD)[0];
        AhHandle way = handle(bench, bench.way());
        gone.qp().close();
        pair[0].send(to(gone, way, 1, pair[0], 8));
        pair[0].send(to(pair[1], way, 2, pair[0], 8));
        bench.await(pair[0].sends(), 2).forEach(DatagramCases::ok);
        pair[1].receive(3, pair[1].in(0, 64));
        pair[0].send(to(pair[1], way, 4, pair[0], 24));
        Expect.equal(24L + HEAD, ok(bench.await(pair[1].receives())).byteLen(), "which one came");
    }

    private static void answer(Workbench bench) {
        for (AhAttributes way : List.of(bench.way(), bench.globalWay())) {
            Endpoint[] pair = bench.pair(QpType.UD);
            pair[1].receive(1, pair[1].in(0, 64));
            pair[0].send(to(pair[1], handle(bench, way), 2, pair[0], 8));
            WorkCompletion asked = bench.await(pair[1].receives());
            AhHandle back =
                    bench.pd()
                            .createAhFromCompletion(
                                    bench.name("back"),
                                    asked,
                                    pair[1].receivedFrom(0),
                                    bench.rig().port());
            QpNumber asker = ok(asked).srcQp();
            pair[0].receive(3, pair[0].in(0, 64));
            byte[] sent = pair[1].fill(0, 12, 44);
            pair[1].send(
                    SendRequest.datagram(
                            4,
                            List.of(pair[1].out(0, 12)),
                            new SendTarget.Datagram(back, asker, Steps.QKEY_VALUE)));
            ok(bench.await(pair[0].receives()));
            pair[0].receivedIs(sent, HEAD, "the answer");
            Expect.equal(
                    way.grh().isPresent(),
                    back.attributes().grh().isPresent(),
                    "route of the answer");
        }
    }

    private static void senseless(Workbench bench) {
        ByteBuffer area = ByteBuffer.allocate(HEAD);
        WorkCompletion failed =
                WorkCompletion.failure(1, WorkCompletionStatus.WR_FLUSH_ERR, 0, new QpNumber(5));
        Expect.mistaken(
                () -> bench.pd().createAhFromCompletion("ah", failed, area, bench.rig().port()),
                "a failed completion");
        Endpoint[] pair = bench.pair(QpType.UD);
        pair[1].receive(1, pair[1].in(0, 64));
        pair[0].send(to(pair[1], handle(bench, bench.globalWay()), 2, pair[0], 8));
        WorkCompletion received = bench.await(pair[1].receives());
        WorkCompletion sent = bench.await(pair[0].sends());
        Expect.mistaken(
                () -> bench.pd().createAhFromCompletion("ah", sent, area, bench.rig().port()),
                "a send");
        Expect.mistaken(
                () ->
                        bench.pd()
                                .createAhFromCompletion(
                                        "ah",
                                        received,
                                        ByteBuffer.allocate(HEAD - 1),
                                        bench.rig().port()),
                "39 bytes");
    }

    private static SendRequest oversize(Workbench bench, Endpoint[] pair, AhHandle way) {
        return to(pair[1], way, 2, pair[0], mtu(bench) + 1);
    }

    private static void oversize(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        pair[1].receive(1, pair[1].in(0, 3 * mtu(bench)));
        pair[0].send(oversize(bench, pair, handle(bench, bench.way())));
        Expect.equal(
                WorkCompletionStatus.LOC_LEN_ERR, bench.await(pair[0].sends()).status(), "status");
    }

    private static void oversizeUnheard(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.UD);
        Endpoint other = bench.pair(QpType.UD)[0];
        AhHandle way = handle(bench, bench.way());
        pair[1].receive(1, pair[1].in(0, 3 * mtu(bench)));
        pair[0].send(oversize(bench, pair, way));
        bench.await(pair[0].sends());
        other.send(to(pair[1], way, 3, other, 8));
        Expect.equal(8L + HEAD, ok(bench.await(pair[1].receives())).byteLen(), "which one came");
    }

    private static void wrongPorts(Workbench bench) {
        AhAttributes good = bench.way();
        for (int port : List.of(0, bench.limits().physPortCnt() + 1, 255)) {
            AhAttributes wrong = new AhAttributes(good.grh(), good.dlid(), 0, 0, 0, port);
            Expect.refused(
                    Set.of("EINVAL", "no errno", "ENODEV"),
                    () -> bench.pd().createAh("ah", wrong),
                    "port " + port);
        }
        if (bench.ethernet()) {
            Expect.refused(
                    "EINVAL",
                    () -> bench.pd().createAh("ah", AhAttributes.local(new Lid(1), good.portNum())),
                    "no route on Ethernet");
        }
    }

    private static void wrongRows(Workbench bench) {
        int rows = Math.min(255, bench.port().attributes().gidTblLen());
        AhAttributes way =
                AhAttributes.global(
                        new GlobalRoute(bench.gid(), 0, rows, 1, 0),
                        bench.way().dlid(),
                        bench.rig().port());
        // ENODATA is what the kernel's GID table says.
        Expect.refused(
                Set.of("EINVAL", "ENODATA", "errno 61"),
                () -> bench.pd().createAh("ah", way),
                "row " + rows);
    }
}
