// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** What an id makes of the library's answers and events. */
class CmIdTest {
    private final FakeCmWorld world = new FakeCmWorld();
    private final FakeCm fake = world.fake;
    private final CmLease lease = world.lease();

    @AfterEach
    void close() {
        world.close();
    }

    private static RdmaException refused(String errno, Executable action) {
        RdmaException refused = assertThrows(RdmaException.class, action);
        assertEquals(errno, refused.errno().name(), refused.getMessage());
        return refused;
    }

    private static String remedyOf(String errno, Executable action) {
        return refused(errno, action).remedy();
    }

    @Test
    void theBindingIsThePortTheAddressAndThePkey() {
        CmId id = lease.createId("a", PortSpace.UDP);
        assertEquals(Optional.empty(), id.binding());
        id.bind(FakeCmWorld.local());
        PortId port = new PortId("rxe0", 1);
        InetAddress local = FakeCmWorld.local();
        assertEquals(Optional.of(new CmBinding(port, local, 0xffff)), id.binding());
        world.infiniBand = true;
        assertEquals(Optional.of(new CmBinding(port, local, 0x8001)), id.binding());
    }

    @Test
    void anAddressThatLeadsToNoPortIsNotTaken() throws Exception {
        CmId id = lease.createId("a", PortSpace.UDP);
        InetAddress any = InetAddress.getByName("0.0.0.0");
        assertTrue(remedyOf("ENODEV", () -> id.bind(any)).contains("rdma link"));
    }

    @Test
    void resolvingIsToldByAnEvent() {
        CmId id = lease.createId("a", PortSpace.IPOIB);
        assertTrue(fake.calls.contains("createId " + 2));
        id.resolve(null, FakeCmWorld.local(), 1000);
        CmNotice notice = lease.awaitEvent(0).orElseThrow();
        assertEquals(CmEventType.ADDR_RESOLVED, notice.type());
        assertEquals(id, notice.id());
        assertEquals(Optional.empty(), notice.group());
        assertTrue(fake.isQuiet());
    }

    @Test
    void theEventOfAJoinNamesTheGroupAndIsKept() {
        CmId id = FakeCmWorld.joined(lease, "a");
        assertEquals(Optional.empty(), id.joins().get(0).answer());
        CmNotice notice = world.joinEvent(lease);
        assertEquals(Optional.of(FakeCmWorld.GROUP), notice.group());
        assertEquals(Errno.NONE, notice.status());
        assertEquals(0x01234567, notice.joined().orElseThrow().qkey());
        assertEquals(1, notice.joined().orElseThrow().address().portNum());
        assertEquals(notice.joined(), id.joins().get(0).answer());
        assertTrue(fake.isQuiet());
    }

    @Test
    void aLostMembershipHasNoAnswerAndHasToBeLeft() {
        CmId id = FakeCmWorld.joined(lease, "a");
        world.joinEvent(lease);
        fake.tellAll(CmEventType.MULTICAST_ERROR, -102);
        CmNotice lost = lease.awaitEvent(0).orElseThrow();
        assertEquals("ENETRESET", lost.status().name());
        assertEquals(Optional.empty(), id.joins().get(0).answer());
        refused("EADDRINUSE", () -> id.join(FakeCmWorld.GROUP, MemberKind.FULL_MEMBER));
        id.leave(FakeCmWorld.GROUP);
        id.join(FakeCmWorld.GROUP, MemberKind.SEND_ONLY);
        assertEquals(List.of(0, 1), List.copyOf(fake.flags.values()));
    }

    @Test
    void everyJoinHasANumberOfItsOwn() {
        CmId first = FakeCmWorld.joined(lease, "a");
        first.leave(FakeCmWorld.GROUP);
        first.join(FakeCmWorld.GROUP, MemberKind.FULL_MEMBER);
        FakeCmWorld.joined(lease, "b");
        assertEquals(3, fake.flags.size());
        assertFalse(fake.flags.containsKey(0L));
    }

    @Test
    void twoGroupsThatTheLibraryCannotTellApartAreOne() {
        CmId id = FakeCmWorld.joined(lease, "a");
        GroupAddress raw = GroupAddress.parse("mgid:::ffff:239.1.2.3");
        refused("EADDRINUSE", () -> id.join(raw, MemberKind.FULL_MEMBER));
        id.leave(raw);
        assertEquals(List.of(), id.joins());
        world.infiniBand = true;
        id.join(FakeCmWorld.GROUP, MemberKind.FULL_MEMBER);
        id.join(raw, MemberKind.FULL_MEMBER);
        assertEquals(2, fake.joinCount());
    }

    @Test
    void eventsOfAGroupThatWasLeftAreNotTold() {
        CmId id = FakeCmWorld.joined(lease, "a");
        id.join(FakeCmWorld.OTHER, MemberKind.FULL_MEMBER);
        fake.tellAll(CmEventType.MULTICAST_JOIN, 0);
        id.leave(FakeCmWorld.GROUP);
        assertEquals(Optional.of(FakeCmWorld.OTHER), lease.awaitEvent(0).orElseThrow().group());
        assertEquals(Optional.empty(), lease.awaitEvent(0));
    }

    @Test
    void leavingAStrangerSaysWhatThereIs() {
        CmId id = FakeCmWorld.joined(lease, "a");
        assertTrue(
                remedyOf("EADDRNOTAVAIL", () -> id.leave(FakeCmWorld.OTHER)).contains("239.1.2.3"));
        id.leave(FakeCmWorld.GROUP);
        refused("EADDRNOTAVAIL", () -> id.leave(FakeCmWorld.GROUP));
    }

    @ParameterizedTest
    @CsvSource({
        "99, EADDRNOTAVAIL, IPoIB",
        "95, EOPNOTSUPP, full member",
        "524, ENOTSUPP, IPv4 only",
        "22, EINVAL, on Ethernet",
        "19, ENODEV, gone",
        "6, ENODEV, gone",
        "12, ENOMEM, memory"
    })
    void aRefusedJoinHasItsErrnoAndARemedy(int errno, String name, String word) {
        CmId id = FakeCmWorld.bound(lease, "a");
        fake.refusals.put("join", errno);
        RdmaException refused =
                refused(name, () -> id.join(FakeCmWorld.GROUP, MemberKind.SEND_ONLY));
        assertTrue(refused.remedy().contains(word), refused.remedy());
        assertEquals(List.of(), id.joins());
        fake.refusals.clear();
        id.join(FakeCmWorld.GROUP, MemberKind.SEND_ONLY);
    }

    @Test
    void anIdThatIsNotBoundIsToldSo() {
        CmId id = lease.createId("a", PortSpace.UDP);
        fake.refusals.put("join", 22);
        String remedy =
                remedyOf("EINVAL", () -> id.join(FakeCmWorld.GROUP, MemberKind.FULL_MEMBER));
        assertTrue(remedy.contains("bind"), remedy);
    }

    @Test
    void anAddressOfAHostIsNoGroup() {
        CmId id = FakeCmWorld.bound(lease, "a");
        GroupAddress host = GroupAddress.parse("192.0.2.9");
        refused("EINVAL", () -> id.join(host, MemberKind.FULL_MEMBER));
        assertFalse(fake.calls.contains("join"));
    }

    @ParameterizedTest
    @CsvSource({
        "bind, 99, EADDRNOTAVAIL, ip address",
        "bind, 19, ENODEV, rdma link",
        "bind, 22, EINVAL, make a new one",
        "resolve, 101, ENETUNREACH, ip route",
        "resolve, 19, ENODEV, ip route",
        "resolve, 99, EADDRNOTAVAIL, ip address"
    })
    void aRefusedAddressHasARemedy(String call, int errno, String name, String word) {
        CmId id = lease.createId("a", PortSpace.UDP);
        fake.refusals.put(call, errno);
        InetAddress address = FakeCmWorld.local();
        String remedy =
                remedyOf(
                        name,
                        () -> {
                            if (call.equals("bind")) {
                                id.bind(address);
                            } else {
                                id.resolve(address, address, 1);
                            }
                        });
        assertTrue(remedy.contains(word), remedy);
    }

    @Test
    void aClosedIdLeftItsGroupsAndIsNotUsedAnyMore() {
        CmId id = FakeCmWorld.joined(lease, "a");
        fake.tellAll(CmEventType.MULTICAST_JOIN, 0);
        id.close();
        id.close();
        assertFalse(id.isOpen());
        assertEquals(1, fake.calls.stream().filter("leave"::equals).count());
        assertEquals(1, fake.calls.stream().filter("destroyId"::equals).count());
        assertEquals(Optional.empty(), lease.awaitEvent(0));
        refused("EBADF", () -> id.join(FakeCmWorld.GROUP, MemberKind.FULL_MEMBER));
        refused("EBADF", () -> id.leave(FakeCmWorld.GROUP));
        refused("EBADF", () -> id.bind(FakeCmWorld.local()));
        refused("EBADF", id::binding);
        assertEquals(List.of(), lease.ids());
    }

    @Test
    void anAddressThatComesAgainIsAnotherId() {
        CmId first = lease.createId("a", PortSpace.UDP);
        fake.tellIds(CmEventType.ADDR_CHANGE);
        first.close();
        CmId second = lease.createId("b", PortSpace.UDP);
        assertEquals(Optional.empty(), lease.awaitEvent(0));
        fake.tellIds(CmEventType.ADDR_CHANGE);
        assertEquals(second, lease.awaitEvent(0).orElseThrow().id());
    }

    @Test
    void anIdThatCannotBeDestroyedStays() {
        CmId id = lease.createId("a", PortSpace.UDP);
        fake.refusals.put("destroyId", 22);
        refused("EINVAL", id::close);
        assertTrue(id.isOpen());
        fake.tellIds(CmEventType.ADDR_CHANGE);
        assertEquals(id, lease.awaitEvent(0).orElseThrow().id());
        fake.refusals.clear();
        id.close();
        assertEquals(0, fake.idCount());
    }

    @Test
    void groupsThatWentWithTheDeviceAreNotLeftAgain() {
        CmId id = FakeCmWorld.joined(lease, "a");
        fake.tellIds(CmEventType.DEVICE_REMOVAL);
        assertEquals(CmEventType.DEVICE_REMOVAL, lease.awaitEvent(0).orElseThrow().type());
        id.leave(FakeCmWorld.GROUP);
        assertFalse(fake.calls.contains("leave"));
        id.close();
        assertEquals(0, fake.idCount());
    }

    @Test
    void theMemoStays() {
        CmId id = lease.createId("a", PortSpace.UDP);
        assertEquals("", id.memo());
        id.setMemo("mine");
        lease.handBack();
        assertEquals("mine", world.lease().ids().get(0).memo());
    }
}
