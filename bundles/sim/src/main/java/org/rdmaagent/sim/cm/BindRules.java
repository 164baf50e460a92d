// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.sim.host.ChangeableDevice;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.verbs.Port;

/** Which port an address stands for, as the kernel's cma.c decides it. */
final class BindRules {
    /** Of the interfaces of IP over InfiniBand, and of all of Ethernet: the default partition. */
    static final int PKEY = 0xffff;

    private final HostAddresses addresses;

    BindRules(HostAddresses addresses) {
        this.addresses = addresses;
    }

    /** What an id is tied to by an address. */
    CmBinding bind(String call, CmId id, InetAddress local) {
        String subject = id.name();
        if (local.isAnyLocalAddress()) {
            throw noPort(call, subject, local);
        }
        if (local instanceof Inet6Address six
                && six.isLinkLocalAddress()
                && six.getScopeId() == 0) {
            throw CmRefusal.of(
                    call,
                    CmRefusal.EINVAL,
                    subject,
                    "a link-local address needs its interface: write it as ADDRESS%INTERFACE");
        }
        if (local.isLoopbackAddress()) {
            requireKind(call, id, true);
            throw noPort(call, subject, local);
        }
        Optional<PortId> port = addresses.owner(local);
        if (port.isEmpty()) {
            throw CmRefusal.of(
                    call,
                    CmRefusal.EADDRNOTAVAIL,
                    subject,
                    "no interface of this host has " + local.getHostAddress());
        }
        requireKind(call, id, HostAddresses.isEthernet(addresses.port(port.get())));
        if (addresses.device(port.get().device()) == null) {
            throw noPort(call, subject, local);
        }
        return new CmBinding(port.get(), local, PKEY);
    }

    private static void requireKind(String call, CmId id, boolean ethernet) {
        if (ethernet && id.portSpace() == PortSpace.IPOIB) {
            throw CmRefusal.of(
                    call,
                    CmRefusal.EINVAL,
                    id.name(),
                    "the port space IPOIB takes an interface of IP over InfiniBand: use UDP");
        }
    }

    private static RdmaException noPort(String call, String subject, InetAddress local) {
        return CmRefusal.of(
                call,
                CmRefusal.ENODEV,
                subject,
                local.getHostAddress()
                        + " is of no interface of an RDMA device: use the address of one");
    }

    /** The way to a destination. */
    CmBinding resolve(String call, CmId id, InetAddress destination) {
        Optional<InetAddress> source = addresses.source(destination);
        if (source.isEmpty()) {
            throw CmRefusal.of(
                    call,
                    CmRefusal.ENETUNREACH,
                    id.name(),
                    "this host has no route to "
                            + destination.getHostAddress()
                            + ": name the local address");
        }
        return bind(call, id, source.get());
    }

    /** The addresses of a port. */
    List<InetAddress> of(PortId port) {
        ChangeableDevice device = addresses.device(port.device());
        if (device == null) {
            throw CmRefusal.of(
                    "getifaddrs", CmRefusal.ENODEV, port.toString(), "there is no such device");
        }
        if (port.port() > device.portCount()) {
            throw CmRefusal.of(
                    "getifaddrs",
                    CmRefusal.EINVAL,
                    port.toString(),
                    "use a port in 1.." + device.portCount());
        }
        Port told = device.port(port.port());
        return HostAddresses.of(told);
    }
}
