// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.sim.subnet.FabricGraph;
import org.rdmaagent.sim.subnet.PortInfoAnswer;
import org.rdmaagent.sim.subnet.Subnet;
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
 * An InfiniBand device of the ConnectX-3 kind whose ports are those of a channel adapter of the
 * fabric: same GUIDs, LIDs, states and rates.
 */
public final class Mlx4Device implements SimulatedDevice {
    private static final String NAME = "mlx4_0";
    private static final String FIRMWARE = "2.42.5000";
    private static final String BOARD = "MT_1100120019";
    private static final long LINK_LOCAL = 0xfe80_0000_0000_0000L;
    private static final int DEFAULT_PKEY = 0xffff;
    private static final int TABLE_ROWS = 128;
    private static final long MAX_MESSAGE = 1L << 30;
    private static final int EIGHT_LANES = 4;
    private static final int SUBNET_TIMEOUT = 18;
    // The diagnostic counters of the driver, by port (its diag_basic and diag_ext).
    private static final List<String> DIAGNOSTICS =
            List.of(
                    "rq_num_lle",
                    "sq_num_lle",
                    "rq_num_lqpoe",
                    "sq_num_lqpoe",
                    "rq_num_lpe",
                    "sq_num_lpe",
                    "rq_num_wrfe",
                    "sq_num_wrfe",
                    "sq_num_mwbe",
                    "sq_num_bre",
                    "sq_num_rire",
                    "rq_num_rire",
                    "sq_num_rae",
                    "rq_num_rae",
                    "sq_num_roe",
                    "sq_num_tree",
                    "sq_num_rree",
                    "sq_num_rnr",
                    "rq_num_oos",
                    "sq_num_oos",
                    "rq_num_dup");

    private final Subnet subnet;
    private final FabricGraph graph;
    private final PortInfoAnswer answers;
    private final int node;
    private final List<List<CounterRow>> counters = new ArrayList<>();

    /**
     * The device of a node.
     *
     * @param node a channel adapter, its number in the graph
     * @param flawed whether port 2 has a bad cable
     */
    public Mlx4Device(Subnet subnet, int node, boolean flawed) {
        this.subnet = subnet;
        this.graph = subnet.graph();
        this.answers = new PortInfoAnswer(graph);
        this.node = node;
        for (int number = 1; number <= graph.highestPort(node); number++) {
            counters.add(traffic(graph.port(node, number), flawed && number == 2));
        }
    }

    private List<CounterRow> traffic(int port, boolean flawed) {
        if (!graph.linked(port)) {
            return PortTraffic.idle();
        }
        long rate = graph.speed(port).bytesPerSecond(graph.width(port));
        return flawed ? PortTraffic.flawed(rate) : PortTraffic.healthy(rate);
    }

    /** The number of a port in the graph. */
    public int graphPort(int number) {
        return graph.port(node, number);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int portCount() {
        return graph.highestPort(node);
    }

    @Override
    public String description() {
        return graph.node(node).description();
    }

    @Override
    public Device device() {
        FabricNode told = graph.node(node);
        // What a ConnectX-3 answers, but for the identity.
        DeviceAttributes attributes =
                new DeviceAttributes(
                        FIRMWARE,
                        told.guid(),
                        told.systemImageGuid(),
                        -1L,
                        0xffff_fe00L,
                        told.vendorId(),
                        told.deviceId(),
                        told.revision(),
                        131_000,
                        16_351,
                        0x057e_9c76L,
                        32,
                        30,
                        65_408,
                        4_194_303,
                        524_032,
                        32_764,
                        16,
                        0,
                        2_096_000,
                        128,
                        0,
                        1,
                        0,
                        0,
                        0,
                        0,
                        0,
                        8192,
                        248,
                        2_031_616,
                        Integer.MAX_VALUE,
                        0,
                        0,
                        65_472,
                        16_383,
                        31,
                        TABLE_ROWS,
                        15,
                        portCount());
        return new Device(
                NAME,
                ProviderProperties.SIM,
                "mlx4_core",
                0,
                DeviceNodeType.CA,
                DeviceNodeType.Transport.IB,
                BOARD,
                2,
                attributes,
                Optional.of(ExtendedValues.mlx4(attributes)));
    }

    @Override
    public Port port(int number) {
        int port = graphPort(number);
        Gid gid = new Gid(LINK_LOCAL, graph.portGuid(port).value());
        return new Port(
                new PortId(NAME, number),
                ProviderProperties.SIM,
                subnet.read(() -> attributes(port)),
                "ib" + (number - 1),
                List.of(new GidEntry(0, gid, "IB", "")),
                List.of(new PkeyEntry(0, DEFAULT_PKEY)));
    }

    private PortAttributes attributes(int port) {
        PortInfo info = answers.portInfo(port, graph.numberAtNode(port));
        boolean up = answers.physicalState(port) == PortPhysicalState.LINK_UP;
        return new PortAttributes(
                answers.state(port),
                mtuBytes(info.mtuCap()),
                up ? mtuBytes(info.neighborMtu()) : mtuBytes(info.mtuCap()),
                TABLE_ROWS,
                Integer.toUnsignedLong(info.capabilityMask()),
                MAX_MESSAGE,
                0,
                0,
                TABLE_ROWS,
                new Lid(info.lid()),
                new Lid(info.smLid()),
                info.lmc(),
                EIGHT_LANES,
                0,
                up ? SUBNET_TIMEOUT : 0,
                0,
                info.linkWidthActive(),
                up ? graph.speed(port).code() : info.linkSpeedActive(),
                answers.physicalState(port),
                LinkLayer.INFINIBAND,
                0,
                0);
    }

    private static int mtuBytes(int code) {
        return 128 << code;
    }

    @Override
    public Map<String, String> driverFiles() {
        FabricNode told = graph.node(node);
        return Map.of(
                "hca_type",
                "MT" + told.deviceId(),
                "hw_rev",
                Integer.toHexString(told.revision()),
                "board_id",
                BOARD,
                "device/numa_node",
                "0",
                "device/vendor",
                "0x15b3",
                "device/device",
                "0x" + HexFormat.of().toHexDigits((short) told.deviceId()));
    }

    @Override
    public List<CounterRow> counters(int number) {
        return counters.get(number - 1);
    }

    @Override
    public List<CounterRow> hardwareCounters(int number) {
        boolean linked = subnet.read(() -> graph.linked(graphPort(number)));
        List<CounterRow> rows = new ArrayList<>();
        DIAGNOSTICS.forEach(name -> rows.add(CounterRow.still(name, 0, 32)));
        rows.add(new CounterRow("rq_num_rnr", linked ? 310 : 0, linked ? 0.2 : 0, 32));
        rows.add(new CounterRow("sq_num_to", linked ? 12 : 0, linked ? 0.01 : 0, 32));
        return rows;
    }
}
