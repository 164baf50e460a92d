// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmaagent.Gid;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortId;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.DeviceNodeType;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.PkeyEntry;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortAttributes;

/**
 * The software RoCE device of Linux on a 25 Gb/s Ethernet interface. As the kernel's: RoCE v2 GIDs
 * only, an empty firmware version, {@code hw_counters} but no {@code counters}.
 */
public final class RxeDevice implements SimulatedDevice {
    private static final String NAME = "rxe0";
    private static final String NETDEV = "eth0";
    // From the interface's address 52:54:00:12:34:56, as the kernel derives it.
    private static final Guid GUID = new Guid(0x5054_00ff_fe12_3456L);
    private static final String ROCE_V2 = "RoCE v2";
    private static final long LINK_LOCAL = 0xfe80_0000_0000_0000L;
    // Addresses set aside for documentation: 192.0.2.10 and 2001:db8::10.
    private static final Gid IPV4 = new Gid(0, 0x0000_ffff_c000_020aL);
    private static final Gid IPV6 = new Gid(0x2001_0db8_0000_0000L, 0x10);
    private static final int GID_ROWS = 1024;
    private static final int IBV_QPF_GRH_REQUIRED = 1;
    private static final double UPTIME_SECONDS = 3 * 86_400;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int portCount() {
        return 1;
    }

    @Override
    public String description() {
        return NAME;
    }

    @Override
    public Device device() {
        DeviceAttributes attributes =
                new DeviceAttributes(
                        "",
                        GUID,
                        GUID,
                        -1L,
                        0xffff_f000L,
                        0xff_ffff,
                        0,
                        0,
                        1_048_560,
                        1_048_576,
                        0x0022_1c76L,
                        32,
                        32,
                        1_048_576,
                        32_767,
                        524_287,
                        1_048_576,
                        128,
                        0,
                        258_048,
                        128,
                        0,
                        1,
                        0,
                        0,
                        524_287,
                        0,
                        0,
                        8192,
                        56,
                        458_752,
                        32_767,
                        0,
                        0,
                        917_503,
                        1_048_576,
                        27,
                        64,
                        15,
                        1);
        return new Device(
                NAME,
                ProviderProperties.SIM,
                "rdma_rxe",
                -1,
                DeviceNodeType.CA,
                DeviceNodeType.Transport.IB,
                "",
                1,
                attributes,
                Optional.of(ExtendedValues.rxe(attributes)));
    }

    @Override
    public Port port(int number) {
        PortAttributes attributes =
                new PortAttributes(
                        PortState.ACTIVE,
                        4096,
                        1024,
                        GID_ROWS,
                        0x0001_0000L,
                        0x80_0000,
                        0,
                        0,
                        1,
                        Lid.NONE,
                        Lid.NONE,
                        0,
                        1,
                        0,
                        0,
                        0,
                        LinkWidth.W1X.code(),
                        LinkSpeed.EDR.code(),
                        PortPhysicalState.LINK_UP,
                        LinkLayer.ETHERNET,
                        IBV_QPF_GRH_REQUIRED,
                        0);
        return new Port(
                new PortId(NAME, number),
                ProviderProperties.SIM,
                attributes,
                NETDEV,
                List.of(
                        new GidEntry(0, new Gid(LINK_LOCAL, GUID.value()), ROCE_V2, NETDEV),
                        new GidEntry(1, IPV4, ROCE_V2, NETDEV),
                        new GidEntry(2, IPV6, ROCE_V2, NETDEV)),
                List.of(new PkeyEntry(0, 0xffff)));
    }

    @Override
    public Map<String, String> driverFiles() {
        return Map.of("parent", NETDEV);
    }

    @Override
    public List<CounterRow> counters(int number) {
        return List.of();
    }

    @Override
    public List<CounterRow> hardwareCounters(int number) {
        return List.of(
                moving("sent_pkts", 41_000),
                moving("rcvd_pkts", 39_500),
                moving("duplicate_request", 0.01),
                moving("out_of_seq_request", 0.02),
                moving("rcvd_rnr_err", 0.1),
                moving("send_rnr_err", 0.1),
                moving("rcvd_seq_err", 0.02),
                moving("ack_deferred", 350),
                CounterRow.still("retry_exceeded_err", 0, 64),
                CounterRow.still("retry_rnr_exceeded_err", 0, 64),
                moving("completer_retry_err", 0.01),
                CounterRow.still("send_err", 0, 64),
                CounterRow.still("link_downed", 1, 64),
                moving("rdma_sends", 20_100),
                moving("rdma_recvs", 19_400));
    }

    private static CounterRow moving(String file, double perSecond) {
        return new CounterRow(file, Math.floor(perSecond * UPTIME_SECONDS), perSecond, 64);
    }
}
