// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;

/** Ids from making to closing, and what they are bound to. */
final class CmIdCases {
    private static final int RESOLVE_MILLIS = 2000;

    private CmIdCases() {}

    static List<CmCase> cases() {
        return List.of(
                CmCase.of("an id is new", CmIdCases::fresh),
                CmCase.of("ids are listed until they are closed", CmIdCases::listed),
                CmCase.of("a name is given once", CmIdCases::taken),
                CmCase.of("a closed id is not used", CmIdCases::closed),
                CmCase.of("a memo is kept as it is", CmIdCases::memo),
                CmCase.of("the addresses of a port begin with IPv4", CmIdCases::addresses),
                CmCase.of("a port that is not there has no addresses", CmIdCases::noPort),
                CmCase.of("an address binds to its port", CmIdCases::bound),
                CmCase.of("an id is bound once", CmIdCases::boundTwice),
                CmCase.of("an address that nobody has", CmIdCases::strange),
                CmCase.of("an address of no RDMA port", CmIdCases::foreign),
                CmCase.of("the wildcard is of no port", CmIdCases::wildcard),
                CmCase.of("the way to a group binds, too", CmIdCases::resolved),
                CmCase.of("IPoIB has no place on Ethernet", CmTrait.ETHERNET, CmIdCases::noIpoib));
    }

    private static void fresh(CmBench bench) {
        for (PortSpace space : PortSpace.values()) {
            CmId id = bench.lease().createId("name-" + space, space);
            Expect.equal("name-" + space, id.name(), "name");
            Expect.equal(space, id.portSpace(), "port space");
            Expect.that(id.isOpen(), "it is open");
            Expect.equal(Optional.empty(), id.binding(), "binding");
            Expect.equal(List.of(), id.joins(), "joins");
            Expect.equal("", id.memo(), "memo");
        }
    }

    private static void listed(CmBench bench) {
        CmId one = bench.unbound();
        CmId two = bench.unbound();
        CmId three = bench.unbound();
        Expect.equal(List.of(one, two, three), bench.lease().ids(), "ids");
        Expect.equal(two, bench.lease().id(two.name()), "by its name");
        two.close();
        two.close();
        Expect.that(!two.isOpen(), "it is closed");
        Expect.equal(List.of(one, three), bench.lease().ids(), "ids that are left");
    }

    private static void taken(CmBench bench) {
        CmId id = bench.lease().createId("same", PortSpace.UDP);
        Expect.mistaken(
                () -> bench.lease().createId("same", PortSpace.IPOIB), "a name that is taken");
        id.close();
        CmId next = bench.lease().createId("same", PortSpace.UDP);
        Expect.that(next.isOpen() && !id.isOpen(), "the next one is another one");
    }

    private static void closed(CmBench bench) {
        CmId id = bench.bound();
        var local = bench.rig().local();
        var group = bench.rig().group(1);
        id.close();
        Expect.refused("EBADF", () -> id.bind(local), "bind");
        Expect.refused("EBADF", () -> id.resolve(local, local, RESOLVE_MILLIS), "resolve");
        Expect.refused("EBADF", () -> CmBench.ask(id, group), "join");
        Expect.refused("EBADF", () -> id.leave(group), "leave");
        Expect.refused("EBADF", id::binding, "asking for its binding");
    }

    private static void memo(CmBench bench) {
        CmId id = bench.unbound();
        String text = "group=239.1.1.1\nname=\u00e4\u00f6\u00fc\n";
        id.setMemo(text);
        Expect.equal(text, id.memo(), "memo");
        id.setMemo("");
        Expect.equal("", id.memo(), "memo after it was emptied");
    }

    private static void addresses(CmBench bench) {
        var addresses = bench.rig().manager().addresses(bench.rig().port());
        Expect.that(!addresses.isEmpty(), "there is one");
        boolean six = false;
        for (var address : addresses) {
            boolean isSix = address.getAddress().length == 16;
            Expect.that(isSix || !six, "IPv4 comes first: " + addresses);
            six = isSix;
        }
        Expect.equal(4, addresses.get(0).getAddress().length, "bytes of the first");
    }

    private static void noPort(CmBench bench) {
        var manager = bench.rig().manager();
        String device = bench.rig().port().device();
        Expect.refused(
                "ENODEV", () -> manager.addresses(new PortId("no-such", 1)), "another device");
        Expect.refused("EINVAL", () -> manager.addresses(new PortId(device, 99)), "another port");
    }

    private static void bound(CmBench bench) {
        for (var address : bench.rig().manager().addresses(bench.rig().port())) {
            CmId id = bench.unbound();
            id.bind(address);
            CmBinding binding = Expect.present(id.binding(), "binding");
            Expect.equal(bench.rig().port(), binding.port(), "port");
            Expect.equal(address, binding.local(), "local address");
            Expect.equal(0xffff, binding.pkey(), "P_Key");
        }
    }

    private static void boundTwice(CmBench bench) {
        CmId id = bench.bound();
        Optional<CmBinding> before = id.binding();
        Expect.refused("EINVAL", () -> id.bind(bench.rig().local()), "binding it again");
        Expect.equal(before, id.binding(), "binding");
        // Another one may have the same address.
        Expect.equal(before, bench.bound().binding(), "binding of another one");
    }

    private static void strange(CmBench bench) {
        refusedToBind(bench, "EADDRNOTAVAIL", bench.rig().strangeAddress());
    }

    private static void foreign(CmBench bench) {
        refusedToBind(bench, "ENODEV", bench.rig().addressOfNoPort());
    }

    private static void refusedToBind(CmBench bench, String errno, InetAddress address) {
        CmId id = bench.unbound();
        Expect.refused(errno, () -> id.bind(address), "binding to " + address.getHostAddress());
        Expect.equal(Optional.empty(), id.binding(), "binding");
    }

    private static void wildcard(CmBench bench) {
        refusedToBind(bench, "ENODEV", CmBench.ip("0.0.0.0"));
    }

    private static void resolved(CmBench bench) {
        CmId id = bench.unbound();
        var group = bench.rig().group(1);
        id.resolve(bench.rig().local(), CmBench.ip(group.toString()), RESOLVE_MILLIS);
        var notice = bench.next();
        Expect.equal(CmEventType.ADDR_RESOLVED, notice.type(), "event: " + notice);
        Expect.equal(id.name(), notice.id().name(), "whose event it is");
        Expect.equal(bench.rig().port(), Expect.present(id.binding(), "binding").port(), "port");
        bench.join(id, group);
    }

    private static void noIpoib(CmBench bench) {
        CmId id = bench.lease().createId("ipoib", PortSpace.IPOIB);
        Expect.refused("EINVAL", () -> id.bind(bench.rig().local()), "binding it");
    }
}
