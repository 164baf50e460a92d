// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmJoin;
import org.rdmaagent.spi.cm.CmNotice;
import org.rdmaagent.verbs.QpNumber;

/** rdma_join_multicast_ex(3) and its answers. */
final class CmJoinCases {
    private static final int UDP_QKEY = 0x0123_4567;
    private static final long CM_PREFIX = 0xff12_4001_0000_0000L;
    private static final long IPOIB_PREFIX = 0xff12_401b_0000_0000L;
    private static final long ADDRESS_BITS = 0x0fff_ffffL;

    private CmJoinCases() {}

    static List<CmCase> cases() {
        return List.of(
                CmCase.of("an id that is not bound joins nothing", CmJoinCases::unbound),
                CmCase.of("a join is answered with all that is needed", CmJoinCases::answered),
                CmCase.of("the answer is known when the event is taken", CmJoinCases::known),
                CmCase.of("an id joins several groups", CmJoinCases::several),
                CmCase.of("several ids join one group", CmJoinCases::shared),
                CmCase.of("an id joins a group once", CmJoinCases::twice),
                CmCase.of("what is no group is not joined", CmJoinCases::unicast),
                CmCase.of("one that only sends", CmJoinCases::sendOnly),
                CmCase.of("groups that are not IPv4", CmJoinCases::others),
                CmCase.of("groups that the port cannot join", CmJoinCases::refused),
                CmCase.of(
                        "the MGID of an IPv4 group is the mapped address",
                        CmTrait.ETHERNET,
                        CmJoinCases::mapped),
                CmCase.of(
                        "the MGID follows the rule of IPoIB",
                        CmTrait.INFINIBAND,
                        CmJoinCases::byRule),
                CmCase.of("groups of IPoIB are others", CmTrait.INFINIBAND, CmJoinCases::ofIpoib));
    }

    private static void unbound(CmBench bench) {
        CmId id = bench.unbound();
        Expect.refused("EINVAL", () -> CmBench.ask(id, bench.rig().group(1)), "joining");
        Expect.equal(List.of(), id.joins(), "joins");
    }

    private static void answered(CmBench bench) {
        CmId id = bench.bound();
        CmBench.ask(id, bench.rig().group(1));
        CmNotice notice = bench.next();
        Expect.equal(CmEventType.MULTICAST_JOIN, notice.type(), "event: " + notice);
        Expect.equal(CmEventType.MULTICAST_JOIN.code(), notice.code(), "number");
        Expect.equal(Errno.NONE, notice.status(), "status");
        Expect.equal(id, notice.id(), "id");
        Expect.equal(Optional.of(bench.rig().group(1)), notice.group(), "group");
        JoinedGroup joined = Expect.present(notice.joined(), "what is joined");
        Expect.equal(UDP_QKEY, joined.qkey(), "Q_Key");
        Expect.equal(QpNumber.MULTICAST, joined.remoteQp(), "where messages go");
        var way = joined.address();
        Expect.equal(bench.rig().port().port(), way.portNum(), "port");
        Expect.equal(joined.mgid(), Expect.present(way.grh(), "route").dgid(), "destination");
        if (bench.rig().is(CmTrait.INFINIBAND)) {
            Expect.that(joined.mlid().isMulticast(), "LID: " + joined.mlid());
            Expect.equal(joined.mlid(), way.dlid(), "LID of the way");
        } else {
            Expect.equal(Lid.NONE, way.dlid(), "LID of the way");
        }
    }

    private static void known(CmBench bench) {
        CmId id = bench.bound();
        GroupAddress group = bench.rig().group(2);
        CmBench.ask(id, group);
        Expect.equal(
                List.of(new CmJoin(group, MemberKind.FULL_MEMBER, Optional.empty())),
                id.joins(),
                "joins before the event");
        JoinedGroup joined = CmBench.joined(bench.lease(), id, group);
        Expect.equal(
                List.of(new CmJoin(group, MemberKind.FULL_MEMBER, Optional.of(joined))),
                id.joins(),
                "joins after the event");
    }

    private static void several(CmBench bench) {
        CmId id = bench.bound();
        List<JoinedGroup> joined = new ArrayList<>();
        List<GroupAddress> groups = new ArrayList<>();
        for (int number = 10; number < 20; number++) {
            groups.add(bench.rig().group(number));
            joined.add(bench.join(id, bench.rig().group(number)));
        }
        Expect.equal(10L, joined.stream().map(JoinedGroup::mgid).distinct().count(), "MGIDs");
        Expect.equal(groups, id.joins().stream().map(CmJoin::group).toList(), "joins in order");
        id.leave(groups.remove(4));
        Expect.equal(groups, id.joins().stream().map(CmJoin::group).toList(), "what is left");
    }

    private static void shared(CmBench bench) {
        CmId one = bench.bound();
        CmId other = bench.bound();
        GroupAddress group = bench.rig().group(3);
        JoinedGroup joined = bench.join(one, group);
        Expect.equal(joined, bench.join(other, group), "what the other one joined");
        one.close();
        Expect.equal(1, other.joins().size(), "joins of the other one");
        other.leave(group);
    }

    private static void twice(CmBench bench) {
        CmId id = bench.bound();
        GroupAddress group = bench.rig().group(4);
        CmBench.ask(id, group);
        Expect.refused("EADDRINUSE", () -> CmBench.ask(id, group), "before the answer");
        JoinedGroup unused = CmBench.joined(bench.lease(), id, group);
        Expect.refused("EADDRINUSE", () -> CmBench.ask(id, group), "after the answer");
        Expect.refused("EADDRINUSE", () -> id.join(group, MemberKind.SEND_ONLY), "as another kind");
        Expect.equal(1, id.joins().size(), "joins");
        id.leave(group);
        bench.join(id, group);
    }

    private static void unicast(CmBench bench) {
        CmId id = bench.bound();
        for (String address :
                List.of("192.0.2.1", "223.255.255.255", "240.0.0.1", "fe80::1", "mgid:fe80::1")) {
            Expect.refused("EINVAL", () -> CmBench.ask(id, GroupAddress.parse(address)), address);
        }
        Expect.equal(List.of(), id.joins(), "joins");
        bench.nothingWaits();
    }

    private static void sendOnly(CmBench bench) {
        CmId id = bench.bound();
        GroupAddress group = bench.rig().group(5);
        id.join(group, MemberKind.SEND_ONLY);
        JoinedGroup joined = CmBench.joined(bench.lease(), id, group);
        Expect.equal(UDP_QKEY, joined.qkey(), "Q_Key");
        Expect.equal(MemberKind.SEND_ONLY, id.joins().get(0).kind(), "kind");
        Expect.equal(joined.mgid(), bench.join(bench.bound(), group).mgid(), "the same group");
        id.leave(group);
    }

    private static void others(CmBench bench) {
        for (GroupAddress group : bench.rig().otherGroups()) {
            CmId id = bench.bound();
            JoinedGroup joined = bench.join(id, group);
            Expect.equal(UDP_QKEY, joined.qkey(), "Q_Key of " + group);
            Expect.that(
                    GroupAddress.ofMgid(joined.mgid()).isMulticast(), group + ": " + joined.mgid());
            id.leave(group);
            Expect.equal(List.of(), id.joins(), "joins after " + group);
        }
    }

    private static void refused(CmBench bench) {
        CmId id = bench.bound();
        for (Map.Entry<GroupAddress, String> each : bench.rig().refusedGroups().entrySet()) {
            Expect.refused(
                    each.getValue(),
                    () -> CmBench.ask(id, each.getKey()),
                    each.getKey().toString());
        }
        Expect.equal(List.of(), id.joins(), "joins");
        bench.join(id, bench.rig().group(6));
    }

    private static void mapped(CmBench bench) {
        GroupAddress group = bench.rig().group(7);
        Expect.equal(group.bits(), bench.join(bench.bound(), group).mgid(), "MGID");
    }

    private static void byRule(CmBench bench) {
        GroupAddress group = bench.rig().group(7);
        Expect.equal(ruled(CM_PREFIX, group), bench.join(bench.bound(), group).mgid(), "MGID");
    }

    private static Gid ruled(long prefix, GroupAddress group) {
        return new Gid(prefix | 0xffff_0000L, group.bits().interfaceId() & ADDRESS_BITS);
    }

    private static void ofIpoib(CmBench bench) {
        CmId id = bench.lease().createId("ipoib", PortSpace.IPOIB);
        id.bind(bench.rig().local());
        GroupAddress group = bench.rig().group(7);
        JoinedGroup joined = bench.join(id, group);
        Expect.equal(ruled(IPOIB_PREFIX, group), joined.mgid(), "MGID");
        Expect.that(joined.qkey() != UDP_QKEY, "Q_Key of the interface: " + joined.qkey());
        JoinedGroup other = bench.join(bench.bound(), group);
        Expect.that(!other.mlid().equals(joined.mlid()), "LIDs of different groups");
    }
}
