// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.GroupKind;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.LinkLayer;

/** Whether a device can do what is asked for, as far as it tells that itself. */
public final class Feasibility {
    private static final Errno EINVAL = Errno.of(22);

    private final VerbsAccess verbs;

    /** By the devices that there are. */
    public Feasibility(VerbsAccess verbs) {
        this.verbs = verbs;
    }

    /**
     * Compares a request with the port that it would use.
     *
     * @throws NotYetException if the devices are not known at the moment
     * @throws RdmaException ENODEV no such device or port; EINVAL more than it takes
     */
    public void check(JoinRequest request, PortId port) {
        verbs.devices(
                devices -> {
                    Device device = devices.device(port.device());
                    int ports = device.attributes().physPortCnt();
                    if (port.port() > ports) {
                        throw new RdmaException(
                                "ibv_query_port",
                                Errno.of(19),
                                port.toString(),
                                port.device() + " has " + ports + " ports: give one of these");
                    }
                    checkBuffers(request, device);
                    checkGroup(request.group(), port, devices);
                    return true;
                });
    }

    /** Every provider says it otherwise, and none by the name of the key. */
    private static void checkBuffers(JoinRequest request, Device device) {
        int most = device.attributes().maxQpWr();
        if (request.queuePair().isEmpty() && request.receiveBuffers() > most) {
            throw new RdmaException(
                    "ibv_create_qp",
                    EINVAL,
                    request.name().orElse("membership"),
                    "receiveBuffers = "
                            + request.receiveBuffers()
                            + " is more than "
                            + device.name()
                            + " takes, which is "
                            + most
                            + " (maxQpWr): ask for so many at the most");
        }
    }

    /** An IPv4 group as an MGID is one of RoCE; a subnet has none that begins otherwise. */
    private static void checkGroup(GroupAddress group, PortId port, DeviceService devices) {
        if (group.kind() == GroupKind.MGID
                && !group.bits().isMulticast()
                && devices.port(port).attributes().linkLayer() != LinkLayer.ETHERNET) {
            throw new RdmaException(
                    "rdma_join_multicast",
                    EINVAL,
                    group.toString(),
                    "on InfiniBand, as on "
                            + port
                            + ", an MGID begins with ff: give the group as an IPv4 or IPv6 address"
                            + " to have the MGID made of it");
        }
    }
}
