// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmaagent.Errno;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.DeviceNodeType;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortAttributes;

/** A verbs library in memory: devices with the states of their ports; broken ones do not answer. */
final class FewDevices implements VerbsLibrary {
    private final Map<String, List<PortState>> ports = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();

    FewDevices with(String name, PortState... states) {
        ports.put(name, List.of(states));
        return this;
    }

    FewDevices withBroken(String name) {
        broken.add(name);
        return this;
    }

    @Override
    public List<String> deviceNames() {
        List<String> names = new ArrayList<>(broken);
        names.addAll(ports.keySet());
        return names;
    }

    @Override
    public Device queryDevice(String name) {
        if (broken.contains(name)) {
            throw new RdmaException("ibv_query_device", Errno.of(5), name, "reset the adapter");
        }
        List<PortState> states = ports.get(name);
        if (states == null) {
            throw new RdmaException("ibv_query_device", Errno.of(19), name, "see rdma link");
        }
        return new Device(
                name,
                "sim",
                "mlx4_core",
                0,
                DeviceNodeType.CA,
                DeviceNodeType.Transport.IB,
                "",
                1,
                attributes(states.size()),
                Optional.empty());
    }

    @Override
    public Port queryPort(PortId id) {
        PortState state = ports.getOrDefault(id.device(), List.of()).get(id.port() - 1);
        PortAttributes attributes =
                new PortAttributes(
                        state,
                        4096,
                        4096,
                        128,
                        0,
                        1L << 31,
                        0,
                        0,
                        128,
                        new Lid(1),
                        new Lid(1),
                        0,
                        4,
                        0,
                        18,
                        0,
                        2,
                        16,
                        state == PortState.DOWN
                                ? PortPhysicalState.POLLING
                                : PortPhysicalState.LINK_UP,
                        LinkLayer.INFINIBAND,
                        0,
                        0);
        return new Port(id, "sim", attributes, "ib0", List.of(), List.of());
    }

    private static DeviceAttributes attributes(int ports) {
        Guid guid = Guid.parse("0x0002c90300000001");
        return new DeviceAttributes(
                "2.42.5000",
                guid,
                guid,
                -1,
                0xfffff200L,
                0x2c9,
                4099,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                128,
                15,
                ports);
    }
}
