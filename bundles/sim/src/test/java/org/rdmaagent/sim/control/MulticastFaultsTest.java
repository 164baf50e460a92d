// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.sim.control.CmBench.GROUP;
import static org.rdmaagent.sim.control.CmBench.MLX4_1;
import static org.rdmaagent.sim.control.CmBench.MLX4_2;
import static org.rdmaagent.sim.control.CmBench.RXE;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.sim.multicast.Group;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.multicast.Member;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** How memberships are lost, refused and forgotten. */
class MulticastFaultsTest {
    private static final GroupAddress OTHER = GroupAddress.parse("239.1.2.4");

    private final CmBench bench = new CmBench();
    private final SimulatedWorld world = bench.world;
    private final MulticastFaults faults = world.multicastFaults();

    @TestFactory
    Stream<DynamicTest> anInfiniBandPortLosesItsGroups() {
        return Stream.of(
                loss("another subnet manager", one -> one.multicastFaults().smChange()),
                loss("SM_CHANGE", one -> one.deviceFaults().smChange(MLX4_1, new Lid(9))),
                loss("LID_CHANGE", one -> one.deviceFaults().lidChange(MLX4_1, new Lid(999))),
                loss("CLIENT_REREGISTER", one -> one.deviceFaults().clientReregister(MLX4_1)),
                loss("PORT_ERR", one -> one.deviceFaults().portDown(MLX4_1)),
                loss("PKEY_CHANGE", one -> one.deviceFaults().pkeyChange(MLX4_1, 0, 0x8001)));
    }

    private static DynamicTest loss(String cause, Consumer<SimulatedWorld> fault) {
        return DynamicTest.dynamicTest(cause, () -> loses(new CmBench(), fault));
    }

    private static void loses(CmBench one, Consumer<SimulatedWorld> fault) {
        CmId id = one.id(MLX4_1);
        JoinedGroup before = one.join(id, GROUP);
        assertEquals(1, one.members(before).size());
        fault.accept(one.world);
        CmNotice lost = one.next(CmEventType.MULTICAST_ERROR, id);
        assertEquals("ENETRESET", lost.status().name());
        assertEquals(Optional.of(GROUP), lost.group());
        one.nothingMore();
        assertEquals(List.of(), one.members(before));
        assertEquals(Optional.empty(), id.joins().get(0).answer());
        // It still has to be left.
        assertRefused("EADDRINUSE", () -> id.join(GROUP, MemberKind.FULL_MEMBER));
        id.leave(GROUP);
        one.world.deviceFaults().portUp(MLX4_1);
        JoinedGroup after = one.join(id, GROUP);
        assertEquals(before.mgid(), after.mgid());
        assertNotEquals(before.mlid(), after.mlid());
        assertEquals(1, one.members(after).size());
    }

    @Test
    void roceLosesNothing() {
        CmId id = bench.id(RXE);
        bench.join(id, GROUP);
        faults.smChange();
        world.deviceFaults().portDown(RXE);
        world.deviceFaults().clientReregister(RXE);
        bench.nothingMore();
        assertTrue(id.joins().get(0).answer().isPresent());
    }

    @Test
    void whatWasLostAndLeftIsNotToldAnyMore() {
        CmId id = bench.id(MLX4_1);
        bench.join(id, GROUP);
        bench.join(id, OTHER);
        faults.smChange();
        id.leave(GROUP);
        assertEquals(Optional.of(OTHER), bench.next(CmEventType.MULTICAST_ERROR, id).group());
        bench.nothingMore();
    }

    @Test
    void aJoinTakesItsTime() {
        faults.joinDelay(5_000_000);
        CmId id = bench.id(MLX4_1);
        id.join(GROUP, MemberKind.FULL_MEMBER);
        assertEquals(Optional.empty(), bench.lease.awaitEvent(0));
        assertEquals(Optional.empty(), bench.lease.awaitEvent(4_000_000));
        bench.next(CmEventType.MULTICAST_JOIN, id);
        id.join(OTHER, MemberKind.FULL_MEMBER);
        id.leave(OTHER);
        bench.nothingMore();
    }

    @Test
    void aJoinThatIsUnderWayWhenThePortGoesDownGetsNoAnswer() {
        CmId id = bench.id(MLX4_1);
        id.join(GROUP, MemberKind.FULL_MEMBER);
        world.deviceFaults().portDown(MLX4_1);
        assertEquals("ETIMEDOUT", bench.next(CmEventType.MULTICAST_ERROR, id).status().name());
        assertEquals(1, id.joins().size());
        id.leave(GROUP);
        // IP over InfiniBand is down with the port.
        assertRefused("EADDRNOTAVAIL", () -> id.join(GROUP, MemberKind.FULL_MEMBER));
    }

    @Test
    void theNextJoinIsRefused() {
        CmId id = bench.id(MLX4_1);
        faults.failNextJoin(12);
        id.join(GROUP, MemberKind.FULL_MEMBER);
        assertEquals("ENOMEM", bench.next(CmEventType.MULTICAST_ERROR, id).status().name());
        bench.join(id, OTHER);
        assertThrows(IllegalArgumentException.class, () -> faults.failNextJoin(0));
        assertThrows(IllegalArgumentException.class, () -> faults.joinDelay(-1));
    }

    @Test
    void sendOnlyTakesTheSubnetManagersSupport() {
        CmId id = bench.id(MLX4_1);
        faults.sendOnlySupported(false);
        assertRefused("EOPNOTSUPP", () -> id.join(GROUP, MemberKind.SEND_ONLY));
        faults.clear();
        id.join(GROUP, MemberKind.SEND_ONLY);
        JoinedGroup joined = bench.next(CmEventType.MULTICAST_JOIN, id).joined().orElseThrow();
        assertEquals(Member.SEND_ONLY_FULL, bench.members(joined).get(0).joinState());
        bench.join(bench.id(MLX4_1), GROUP);
        assertEquals(Member.SEND_ONLY_FULL | Member.FULL, bench.members(joined).get(0).joinState());
        id.close();
        assertEquals(Member.FULL, bench.members(joined).get(0).joinState());
    }

    @Test
    void nothingIsJoinedWithoutTheBroadcastGroup() {
        CmId id = bench.id(MLX4_1);
        JoinedGroup before = bench.join(id, GROUP);
        assertEquals(2, world.groups().members(GroupTable.BROADCAST).size());
        faults.broadcastJoined(MLX4_1, false);
        assertEquals(1, world.groups().members(GroupTable.BROADCAST).size());
        assertRefused("EADDRNOTAVAIL", () -> id.join(OTHER, MemberKind.FULL_MEMBER));
        assertEquals(1, bench.members(before).size());
        bench.join(bench.id(MLX4_2), OTHER);
        faults.broadcastJoined(MLX4_1, true);
        bench.join(id, OTHER);
        assertThrows(IllegalArgumentException.class, () -> faults.broadcastJoined(RXE, false));
    }

    @Test
    void aPortIsAMemberAsLongAsOneOfItsIdsWantsIt() {
        CmId one = bench.id(MLX4_1);
        CmId other = bench.id(MLX4_1);
        JoinedGroup joined = bench.join(one, GROUP);
        assertEquals(joined, bench.join(other, GROUP));
        bench.join(bench.id(MLX4_2), GROUP);
        assertEquals(2, bench.members(joined).size());
        one.leave(GROUP);
        assertEquals(2, bench.members(joined).size());
        other.close();
        assertEquals(1, bench.members(joined).size());
        bench.lease.close();
        assertEquals(Optional.empty(), world.groups().group(joined.mgid()));
    }

    @Test
    void aGroupWithAnotherKeyIsRefused() {
        JoinedGroup joined = bench.join(bench.id(MLX4_1), GROUP);
        CmId id = bench.id(MLX4_2, PortSpace.IPOIB);
        id.join(GroupAddress.ofMgid(joined.mgid()), MemberKind.FULL_MEMBER);
        assertEquals("EINVAL", bench.next(CmEventType.MULTICAST_ERROR, id).status().name());
    }

    @TestFactory
    Stream<DynamicTest> aDeviceIsRemoved() {
        return Stream.of(
                removal("unplugged", one -> one.deviceFaults().unplug("mlx4_0")),
                removal("failed", one -> one.deviceFaults().fatal("mlx4_0")));
    }

    private static DynamicTest removal(String cause, Consumer<SimulatedWorld> fault) {
        return DynamicTest.dynamicTest(cause, () -> removes(new CmBench(), fault));
    }

    private static void removes(CmBench one, Consumer<SimulatedWorld> fault) {
        CmId id = one.id(MLX4_1);
        JoinedGroup joined = one.join(id, GROUP);
        id.join(OTHER, MemberKind.FULL_MEMBER);
        CmId stays = one.id(RXE);
        fault.accept(one.world);
        assertEquals(Optional.empty(), one.next(CmEventType.DEVICE_REMOVAL, id).group());
        one.nothingMore();
        assertEquals(List.of(), one.members(joined));
        assertTrue(id.joins().stream().allMatch(join -> join.answer().isEmpty()));
        assertRefused("ENODEV", () -> id.join(GROUP, MemberKind.FULL_MEMBER));
        id.leave(GROUP);
        id.close();
        one.join(stays, GROUP);
        one.world.deviceFaults().plug("mlx4_0");
        one.join(one.id(MLX4_1), GROUP);
    }

    @Test
    void whatNobodyTakesUpIsLeftAfterAMinute() {
        CmId id = bench.id(MLX4_1);
        JoinedGroup joined = bench.join(id, GROUP);
        bench.lease.handBack();
        world.advance(Duration.ofSeconds(59));
        assertTrue(id.isOpen());
        world.advance(Duration.ofSeconds(2));
        assertFalse(id.isOpen());
        assertEquals(List.of(), bench.members(joined));
        try (CmLease next = world.cmLibrary().lease("test")) {
            assertEquals(List.of(), next.ids());
        }
    }

    @Test
    void otherHostsHaveGroupsTheSameOnesForASeed() {
        faults.populate(300);
        faults.populate(200);
        assertEquals(501, world.groups().groups().size());
        List<Member> members = world.groups().members();
        CmBench same = new CmBench();
        same.world.multicastFaults().populate(500);
        assertEquals(world.groups().groups(), same.world.groups().groups());
        assertEquals(members, same.world.groups().members());
        CmBench another = new CmBench(2);
        another.world.multicastFaults().populate(500);
        assertNotEquals(members, another.world.groups().members());
        for (Group group : world.groups().groups()) {
            assertTrue(group.mlid().isMulticast(), group.toString());
            assertEquals(2, group.scope());
            assertFalse(world.groups().members(group.mgid()).isEmpty(), group.toString());
        }
        assertThrows(IllegalArgumentException.class, () -> faults.populate(10_000));
    }

    @Test
    void anotherSubnetManagerRenumbersTheGroupsOfOthers() {
        faults.populate(100);
        List<Group> before = world.groups().groups();
        faults.smChange();
        List<Group> after = world.groups().groups();
        assertEquals(before.size(), after.size());
        assertEquals(101, after.stream().map(Group::mlid).distinct().count(), "numbers are unique");
        for (int i = 0; i < before.size(); i++) {
            Group was = before.get(i);
            assertEquals(was.mgid().equals(GroupTable.BROADCAST), was.equals(after.get(i)));
        }
    }

    private static void assertRefused(String errno, Runnable call) {
        assertEquals(errno, assertThrows(RdmaException.class, call::run).errno().name());
    }
}
