// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rdmaagent.sim.control.CmBench.MLX4_1;
import static org.rdmaagent.sim.control.CmBench.MLX4_2;
import static org.rdmaagent.sim.control.CmBench.RXE;
import static org.rdmaagent.sim.control.CmBench.ip;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;

/** Addresses of the simulated host, and which group an address stands for. */
class MulticastAddressTest {
    private final CmBench bench = new CmBench();

    @Test
    void everyPortHasAddressesIpv4First() {
        var manager = bench.world.cmLibrary();
        assertEquals(List.of(ip("198.51.100.11"), ip("2001:db8:1::11")), manager.addresses(MLX4_1));
        assertEquals(List.of(ip("198.51.100.12"), ip("2001:db8:1::12")), manager.addresses(MLX4_2));
        assertEquals(List.of(ip("192.0.2.10"), ip("2001:db8::10")), manager.addresses(RXE));
        assertRefused("ENODEV", () -> manager.addresses(new PortId("mlx5_0", 1)));
        assertRefused("EINVAL", () -> manager.addresses(new PortId("rxe0", 2)));
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.9, EADDRNOTAVAIL",
        "2001:db8::99, EADDRNOTAVAIL",
        "127.0.0.1, ENODEV",
        "::1, ENODEV",
        "0.0.0.0, ENODEV",
        "fe80::1, EINVAL"
    })
    void addressesOfNoPortAreNotBound(String address, String errno) {
        CmId id = bench.lease.createId("id", PortSpace.UDP);
        assertRefused(errno, () -> id.bind(ip(address)));
        // It stays as it was.
        id.bind(ip("192.0.2.10"));
        assertEquals(new CmBinding(RXE, ip("192.0.2.10"), 0xffff), id.binding().orElseThrow());
        assertRefused("EINVAL", () -> id.bind(ip("192.0.2.10")));
    }

    @Test
    void anAddressOfADeviceThatIsGone() {
        bench.world.deviceFaults().unplug("mlx4_0");
        bench.world.deviceFaults().unplug("rxe0");
        CmId id = bench.lease.createId("id", PortSpace.UDP);
        // The interface of IP over InfiniBand went with it, that of Ethernet did not.
        assertRefused("EADDRNOTAVAIL", () -> id.bind(ip("198.51.100.11")));
        assertRefused("ENODEV", () -> id.bind(ip("192.0.2.10")));
    }

    @Test
    void onlyAnInterfaceOfIpoibTakesItsPortSpace() {
        CmId id = bench.lease.createId("id", PortSpace.IPOIB);
        assertRefused("EINVAL", () -> id.bind(ip("192.0.2.10")));
        id.bind(ip("198.51.100.11"));
    }

    @ParameterizedTest
    @CsvSource({
        "198.51.100.77, mlx4_0",
        "192.0.2.77, rxe0",
        "239.1.2.3, rxe0",
        "2001:db8:1::77, mlx4_0"
    })
    void theWayToADestinationTellsThePort(String destination, String device) {
        CmId id = bench.lease.createId("id", PortSpace.UDP);
        id.resolve(null, ip(destination), 100);
        assertEquals(true, id.binding().isEmpty());
        bench.next(CmEventType.ADDR_RESOLVED, id);
        assertEquals(device, id.binding().orElseThrow().port().device());
        assertRefused("EINVAL", () -> id.resolve(null, ip(destination), 100));
        bench.join(id, CmBench.GROUP);
    }

    @Test
    void noWayIsRefused() {
        CmId id = bench.lease.createId("id", PortSpace.UDP);
        assertRefused("ENETUNREACH", () -> id.resolve(null, ip("ff0e::1"), 100));
        assertRefused("EINVAL", () -> id.resolve(ip("192.0.2.10"), ip("ff0e::1"), 100));
        assertRefused("EINVAL", () -> id.resolve(null, ip("192.0.2.77"), 0));
        assertRefused("EADDRNOTAVAIL", () -> id.resolve(ip("192.0.2.9"), ip("239.1.1.1"), 9));
        id.resolve(ip("2001:db8:1::12"), ip("ff0e::1"), 100);
        bench.next(CmEventType.ADDR_RESOLVED, id);
        assertEquals(MLX4_2, id.binding().orElseThrow().port());
    }

    @ParameterizedTest
    @CsvSource({
        "239.1.2.3, UDP, ff12:4001:ffff:0000:0000:0000:0f01:0203, 19088743",
        "239.1.2.3, IPOIB, ff12:401b:ffff:0000:0000:0000:0f01:0203, 2843",
        "ff0e::1:2, UDP, ff12:6001:ffff:0000:0000:0000:0001:0002, 19088743",
        "ff0e::7:8:9:a:b, IPOIB, ff12:601b:ffff:0007:0008:0009:000a:000b, 2843",
        "ff12:a01b:fe80::42, UDP, ff12:a01b:fe80:0000:0000:0000:0000:0042, 19088743",
        "mgid:ff15:1234::5, UDP, ff15:1234:0000:0000:0000:0000:0000:0005, 19088743"
    })
    void onInfiniBandTheGroupFollowsTheRuleOfIpoib(
            String group, PortSpace space, String mgid, int qkey) {
        CmId id = bench.id(MLX4_1, space);
        JoinedGroup joined = bench.join(id, GroupAddress.parse(group));
        assertEquals(mgid, joined.mgid().toString());
        assertEquals(qkey, joined.qkey());
        assertEquals(new Lid(0xc001), joined.mlid());
        assertEquals(joined.mlid(), joined.address().dlid());
        assertEquals(joined.mgid(), joined.address().grh().orElseThrow().dgid());
        assertEquals(1, joined.address().portNum());
    }

    @ParameterizedTest
    @CsvSource({"239.1.2.3", "mgid:::ffff:239.1.2.3"})
    void onRoceItIsTheMappedAddress(String group) {
        CmId id = bench.id(RXE);
        JoinedGroup joined = bench.join(id, GroupAddress.parse(group));
        assertEquals("0000:0000:0000:0000:0000:ffff:ef01:0203", joined.mgid().toString());
        assertEquals(0x0123_4567, joined.qkey());
        assertEquals(1, joined.address().grh().orElseThrow().sgidIndex());
        assertEquals(Lid.NONE, joined.address().dlid());
        // The kernel sees one and the same address.
        id.leave(CmBench.GROUP);
    }

    @ParameterizedTest
    @CsvSource({
        "ff0e::1, ENOTSUPP",
        "mgid:ff12:a01b::1, ENOTSUPP",
        "sa-assigned, EINVAL",
        "192.0.2.1, EINVAL"
    })
    void whatRoceDoesNotJoin(String group, String errno) {
        CmId id = bench.id(RXE);
        assertRefused(errno, () -> id.join(GroupAddress.parse(group), MemberKind.FULL_MEMBER));
        assertEquals(List.of(), id.joins());
    }

    @Test
    void anAssignedGroupIsANewOneEachTime() {
        JoinedGroup one = bench.join(bench.id(MLX4_1), GroupAddress.SA_ASSIGNED);
        JoinedGroup other = bench.join(bench.id(MLX4_1), GroupAddress.SA_ASSIGNED);
        assertEquals(true, one.mgid().isMulticast());
        assertEquals(false, one.mgid().equals(other.mgid()));
        assertEquals(false, one.mlid().equals(other.mlid()));
    }

    private static void assertRefused(String errno, Runnable call) {
        assertEquals(errno, assertThrows(RdmaException.class, call::run).errno().name());
    }
}
