// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.DeviceFolder;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.OperatingSystem;

/** The network interfaces of RDMA ports, as sysfs tells them, asked anew at each call. */
final class PortInterfaces {
    private static final String CALL = "getifaddrs";
    private static final String INFINIBAND = "InfiniBand";

    private final OperatingSystem os;
    private final String devices;

    /**
     * @param devices the folder of sysfs that has a folder for each device
     */
    PortInterfaces(OperatingSystem os, String devices) {
        this.os = os;
        this.devices = devices;
    }

    /** Whether the port's link layer is InfiniBand; not so if it is gone. */
    boolean isInfiniBand(PortId port) {
        return folder(port).linkLayer(port.port()).equals(INFINIBAND);
    }

    /**
     * The addresses of the port's interface, IPv4 first.
     *
     * @throws RdmaException ENODEV, EINVAL
     */
    List<InetAddress> addresses(PortId port) {
        requirePort(port);
        String netdev = folder(port).netdev(port.port());
        if (netdev.isEmpty()) {
            return List.of();
        }
        try {
            NetworkInterface found = NetworkInterface.getByName(netdev);
            return found == null
                    ? List.of()
                    : found.inetAddresses()
                            .sorted(Comparator.comparing(Inet6Address.class::isInstance))
                            .toList();
        } catch (SocketException e) {
            throw CmFailure.of(
                    CALL,
                    VerbsFailure.EIO,
                    port.toString(),
                    "the addresses of " + netdev + " cannot be read: " + e.getMessage());
        }
    }

    private void requirePort(PortId port) {
        List<String> present = list(devices);
        if (!present.contains(port.device())) {
            throw CmFailure.of(
                    CALL,
                    VerbsFailure.ENODEV,
                    port.toString(),
                    present.isEmpty()
                            ? "this host has no RDMA device: is the adapter's driver loaded?"
                            : "use one of the devices " + present);
        }
        List<String> ports = list(devices + "/" + port.device() + "/ports");
        if (!ports.contains(Integer.toString(port.port()))) {
            throw CmFailure.of(
                    CALL, VerbsFailure.EINVAL, port.toString(), "use one of the ports " + ports);
        }
    }

    private List<String> list(String path) {
        try {
            return os.list(path);
        } catch (IOException e) {
            return List.of();
        }
    }

    private DeviceFolder folder(PortId port) {
        return new DeviceFolder(os, devices, port.device());
    }
}
