// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;
import org.rdmaagent.sim.host.ChangeableDevice;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.Port;

/**
 * The IP addresses of the host's network interfaces. Those of Ethernet are in the GID table; port N
 * of an InfiniBand device has an interface of IP over InfiniBand with 198.51.100.(10 + N) and
 * 2001:db8:1::(16 + N), addresses that are set aside for documentation.
 */
final class HostAddresses {
    private static final long LINK_LOCAL = 0xfe80L;
    private static final long MAPPED_IPV4 = 0xffffL;
    private static final long IPOIB_IPV4 = 0xc633_640aL;
    private static final long IPOIB_IPV6_PREFIX = 0x2001_0db8_0001_0000L;
    private static final int IPOIB_IPV6_FIRST = 0x10;
    private static final int IPV4_NET_BYTES = 3;
    private static final int IPV6_NET_BYTES = 8;

    private final List<ChangeableDevice> devices;

    HostAddresses(List<ChangeableDevice> devices) {
        this.devices = List.copyOf(devices);
    }

    /** The device of a name that is plugged in; null if there is none. */
    @Nullable ChangeableDevice device(String name) {
        for (ChangeableDevice device : devices) {
            if (device.present() && device.name().equals(name)) {
                return device;
            }
        }
        return null;
    }

    /** All InfiniBand ports, whether plugged in or not. */
    List<PortId> infiniBandPorts() {
        List<PortId> ports = new ArrayList<>();
        devices.forEach(device -> ports.addAll(ports(device.name())));
        ports.removeIf(port -> isEthernet(port(port)));
        return ports;
    }

    /** The ports of a device, whether plugged in or not. */
    List<PortId> ports(String name) {
        List<PortId> ports = new ArrayList<>();
        for (ChangeableDevice device : devices) {
            for (int number = 1; number <= device.portCount(); number++) {
                if (device.name().equals(name)) {
                    ports.add(new PortId(name, number));
                }
            }
        }
        return ports;
    }

    static boolean isEthernet(Port port) {
        return port.attributes().linkLayer() == LinkLayer.ETHERNET;
    }

    /** A port, whether its device is plugged in or not. */
    Port port(PortId id) {
        for (ChangeableDevice device : devices) {
            if (device.name().equals(id.device()) && id.port() <= device.portCount()) {
                return device.port(id.port());
            }
        }
        throw new IllegalArgumentException("there is no port " + id);
    }

    /** Those of a port, IPv4 first. */
    static List<InetAddress> of(Port port) {
        if (!isEthernet(port)) {
            int number = port.id().port();
            return List.of(
                    address(new Gid(0, MAPPED_IPV4 << 32 | (IPOIB_IPV4 + number))),
                    address(new Gid(IPOIB_IPV6_PREFIX, IPOIB_IPV6_FIRST + number)));
        }
        return port.gids().stream()
                .map(GidEntry::gid)
                .filter(gid -> gid.prefix() >>> 48 != LINK_LOCAL)
                .map(HostAddresses::address)
                .sorted(Comparator.comparingInt(one -> one.getAddress().length))
                .distinct()
                .toList();
    }

    private static InetAddress address(Gid gid) {
        try {
            // Of an IPv4-mapped one it makes an IPv4 address.
            return InetAddress.getByAddress(gid.toBytes());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("sixteen bytes are an address", e);
        }
    }

    /** The port that has an address; empty if none has. */
    Optional<PortId> owner(InetAddress local) {
        for (ChangeableDevice device : devices) {
            for (int number = 1; number <= device.portCount(); number++) {
                boolean there = device.present() || isEthernet(device.port(number));
                if (there && of(device.port(number)).contains(local)) {
                    return Optional.of(new PortId(device.name(), number));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * From where the host's routes leave: to a neighbour by the interface of its network; anything
     * else of IPv4 by the first Ethernet interface.
     */
    Optional<InetAddress> source(InetAddress destination) {
        byte[] to = destination.getAddress();
        Optional<InetAddress> other = Optional.empty();
        for (ChangeableDevice device : devices) {
            for (int number = 1; number <= device.portCount() && device.present(); number++) {
                Port port = device.port(number);
                for (InetAddress local : of(port)) {
                    if (isNeighbour(local.getAddress(), to)) {
                        return Optional.of(local);
                    }
                    if (other.isEmpty() && isEthernet(port) && local.getAddress().length == 4) {
                        other = Optional.of(local);
                    }
                }
            }
        }
        return to.length == 4 ? other : Optional.empty();
    }

    private static boolean isNeighbour(byte[] one, byte[] other) {
        int net = one.length == 4 ? IPV4_NET_BYTES : IPV6_NET_BYTES;
        if (one.length != other.length) {
            return false;
        }
        for (int i = 0; i < net; i++) {
            if (one[i] != other[i]) {
                return false;
            }
        }
        return true;
    }
}
