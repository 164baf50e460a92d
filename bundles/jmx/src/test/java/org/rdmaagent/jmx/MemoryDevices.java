// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.DeviceNodeType;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.PkeyEntry;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortAttributes;

/** Devices in memory: name to number of ports; {@code rxe...} are Ethernet. */
final class MemoryDevices implements DeviceService {
    final Map<String, Integer> ports = new TreeMap<>();
    final TreeSet<String> silent = new TreeSet<>();
    final AtomicInteger portQueries = new AtomicInteger();
    PortState state = PortState.ACTIVE;
    Runnable beforeAnswer = () -> {};
    int activeWidth = 2;
    int activeSpeed = 64;
    Optional<ExtendedDeviceAttributes> extended = Optional.empty();

    MemoryDevices with(String name, int count) {
        ports.put(name, count);
        return this;
    }

    @Override
    public List<String> deviceNames() {
        return List.copyOf(ports.keySet());
    }

    @Override
    public List<Device> devices() {
        return ports.keySet().stream()
                .filter(name -> !silent.contains(name))
                .map(this::device)
                .toList();
    }

    @Override
    public Device device(String name) {
        if (silent.contains(name)) {
            throw new RdmaException("ibv_query_device", Errno.of(5), name, "reset the adapter");
        }
        if (!ports.containsKey(name)) {
            throw new RdmaException("ibv_query_device", Errno.of(19), name, "see rdma link");
        }
        return new Device(
                name,
                "sim",
                "mlx4_core",
                1,
                DeviceNodeType.CA,
                DeviceNodeType.Transport.IB,
                "MT_1100120019",
                4,
                attributes(Objects.requireNonNull(ports.get(name))),
                extended);
    }

    @Override
    public Port port(PortId id) {
        portQueries.incrementAndGet();
        beforeAnswer.run();
        if (id.port() > ports.getOrDefault(id.device(), 0)) {
            throw new RdmaException(
                    "ibv_query_port", Errno.of(22), id.toString(), "see ibv_devinfo");
        }
        boolean ethernet = id.device().startsWith("rxe");
        PortAttributes attributes =
                new PortAttributes(
                        state,
                        4096,
                        2048,
                        128,
                        0x2514868L,
                        1L << 31,
                        1,
                        2,
                        128,
                        new Lid(7),
                        new Lid(3),
                        0,
                        4,
                        0,
                        18,
                        0,
                        activeWidth,
                        activeSpeed,
                        PortPhysicalState.LINK_UP,
                        ethernet ? LinkLayer.ETHERNET : LinkLayer.INFINIBAND,
                        0,
                        0);
        return new Port(
                id,
                "sim",
                attributes,
                ethernet ? "eth0" : "ib0",
                List.of(new GidEntry(0, new Gid(0xfe80L << 48, 0x0002c9030000000aL), "IB", "")),
                List.of(new PkeyEntry(0, 0xffff), new PkeyEntry(1, 0x7001)));
    }

    private static DeviceAttributes attributes(int ports) {
        int[] n = IntStream.range(100, 140).toArray();
        Guid guid = Guid.parse("0x0002c90300000001");
        return new DeviceAttributes(
                "2.42.5000",
                guid,
                guid,
                -1,
                0xfffffe00L,
                0x2c9,
                4099,
                1,
                n[0],
                n[1],
                0xffff_ffffL,
                n[2],
                n[3],
                n[4],
                n[5],
                n[6],
                n[7],
                n[8],
                n[9],
                n[10],
                n[11],
                n[12],
                1,
                n[13],
                n[14],
                n[15],
                n[16],
                n[17],
                n[18],
                n[19],
                n[20],
                n[21],
                n[22],
                n[23],
                n[24],
                n[25],
                n[26],
                128,
                15,
                ports);
    }
}
