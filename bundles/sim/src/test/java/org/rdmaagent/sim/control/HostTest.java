// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortAttributes;

/** The host shows its devices as libibverbs and the kernel do. */
class HostTest {
    private static final String CLASS = "/sys/class/infiniband";

    private final SimulatedWorld world = SmallFabric.world();
    private final OperatingSystem files = world.operatingSystem();

    @ParameterizedTest
    @CsvSource({
        "mlx4_0/node_guid, 0002:c903:0000:1000",
        "mlx4_0/node_type, 1: CA",
        "mlx4_0/node_desc, here mlx4_0",
        "mlx4_0/fw_ver, 2.42.5000",
        "mlx4_0/hca_type, MT4099",
        "mlx4_0/hw_rev, 0",
        "mlx4_0/device/device, 0x1003",
        "mlx4_0/ports/1/state, 4: ACTIVE",
        "mlx4_0/ports/1/phys_state, 5: LinkUp",
        "mlx4_0/ports/1/rate, 56 Gb/sec (4X FDR)",
        "mlx4_0/ports/1/lid, 0x3",
        "mlx4_0/ports/1/sm_lid, 0x1",
        "mlx4_0/ports/1/cap_mask, 0x02514868",
        "mlx4_0/ports/1/link_layer, InfiniBand",
        "mlx4_0/ports/1/pkeys/0, 0xffff",
        "mlx4_0/ports/1/pkeys/1, 0x0000",
        "mlx4_0/ports/1/gids/0, fe80:0000:0000:0000:0002:c903:0000:1001",
        "mlx4_0/ports/1/gids/127, 0000:0000:0000:0000:0000:0000:0000:0000",
        "mlx4_0/ports/1/gid_attrs/types/0, IB/RoCE v1",
        "mlx4_0/ports/2/state, 1: DOWN",
        "mlx4_0/ports/2/phys_state, 2: Polling",
        "mlx4_0/ports/2/rate, 10 Gb/sec (4X SDR)",
        "mlx4_0/ports/2/counters/port_xmit_data, 0",
        "rxe0/ports/1/rate, 25 Gb/sec (1X EDR)",
        "rxe0/ports/1/link_layer, Ethernet",
        "rxe0/ports/1/gids/1, 0000:0000:0000:0000:0000:ffff:c000:020a",
        "rxe0/ports/1/gid_attrs/types/1, RoCE v2",
        "rxe0/ports/1/gid_attrs/ndevs/1, eth0",
        "rxe0/parent, eth0",
    })
    void aFileHasTheKernelsFormat(String path, String text) throws IOException {
        assertEquals(text + "\n", files.readText(CLASS + "/" + path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe0/ports/1/counters", "rxe0/hca_type", "rxe0/board_id", "mlx5_0"})
    void whatTheKernelDoesNotMakeIsNotThere(String path) {
        assertThrows(NoSuchFileException.class, () -> files.readText(CLASS + "/" + path));
        assertThrows(NoSuchFileException.class, () -> files.list(CLASS + "/" + path));
    }

    @Test
    void foldersCanBeListedAndNotRead() throws IOException {
        assertEquals(List.of("mlx4_0", "rxe0"), files.list(CLASS));
        assertEquals(List.of("mlx4_0", "rxe0"), files.list(CLASS + "/"));
        assertEquals(List.of("1", "2"), files.list(CLASS + "/mlx4_0/ports"));
        assertEquals(List.of("sys"), files.list("/"));
        assertThrows(IOException.class, () -> files.readText(CLASS));
        assertThrows(NotDirectoryException.class, () -> files.list(CLASS + "/mlx4_0/node_guid"));
        assertThrows(
                IOException.class,
                () -> files.readText(CLASS + "/mlx4_0/ports/1/gid_attrs/types/1"));
    }

    @Test
    void everyCounterOfTheKernelIsThere() throws IOException {
        List<String> names =
                List.of(
                        "VL15_dropped",
                        "excessive_buffer_overrun_errors",
                        "link_downed",
                        "link_error_recovery",
                        "local_link_integrity_errors",
                        "multicast_rcv_packets",
                        "multicast_xmit_packets",
                        "port_rcv_constraint_errors",
                        "port_rcv_data",
                        "port_rcv_errors",
                        "port_rcv_packets",
                        "port_rcv_remote_physical_errors",
                        "port_rcv_switch_relay_errors",
                        "port_xmit_constraint_errors",
                        "port_xmit_data",
                        "port_xmit_discards",
                        "port_xmit_packets",
                        "port_xmit_wait",
                        "symbol_error",
                        "unicast_rcv_packets",
                        "unicast_xmit_packets");
        for (int port = 1; port <= 2; port++) {
            String folder = CLASS + "/mlx4_0/ports/" + port + "/counters";
            assertEquals(names, files.list(folder));
            for (String name : names) {
                assertTrue(files.readText(folder + "/" + name).matches("\\d+\n"));
            }
        }
        assertEquals(24, files.list(CLASS + "/mlx4_0/ports/1/hw_counters").size());
        assertEquals(16, files.list(CLASS + "/rxe0/ports/1/hw_counters").size());
    }

    @Test
    void anUnpluggedPortIsDown() {
        PortAttributes down = world.verbsLibrary().queryPort(new PortId("mlx4_0", 2)).attributes();
        assertEquals(PortState.DOWN, down.state());
        assertEquals(PortPhysicalState.POLLING, down.physState());
        assertEquals(0, down.lid().value());
        assertEquals(1, down.activeSpeed());
    }

    @Test
    void aPulledCableShowsInVerbsAndInFiles() throws IOException {
        world.faults().linkDown(new LinkEnd(SmallFabric.NEAR, 1));
        Port port = world.verbsLibrary().queryPort(new PortId("mlx4_0", 1));
        assertEquals(PortState.DOWN, port.attributes().state());
        assertEquals("1: DOWN\n", files.readText(CLASS + "/mlx4_0/ports/1/state"));
    }

    @Test
    void devicesTellTheirDriverAndProvider() {
        Device mlx4 = world.verbsLibrary().queryDevice("mlx4_0");
        assertEquals("mlx4_core", mlx4.driver());
        assertEquals("sim", mlx4.provider());
        assertEquals(4099, mlx4.attributes().vendorPartId());
        assertEquals(2, mlx4.attributes().physPortCnt());
        Device rxe = world.verbsLibrary().queryDevice("rxe0");
        assertEquals("rdma_rxe", rxe.driver());
        assertEquals("", rxe.attributes().fwVer());
        Port port = world.verbsLibrary().queryPort(new PortId("rxe0", 1));
        assertEquals(LinkLayer.ETHERNET, port.attributes().linkLayer());
        assertEquals("eth0", port.netdev());
        assertEquals(3, port.gids().size());
    }

    @ParameterizedTest
    @CsvSource({"mlx5_0, 1, ENODEV", "mlx4_0, 3, EINVAL", "rxe0, 2, EINVAL"})
    void whatIsNotThereIsAnError(String device, int port, String errno) {
        RdmaException refusal =
                assertThrows(
                        RdmaException.class,
                        () -> world.verbsLibrary().queryPort(new PortId(device, port)));
        assertEquals(errno, refusal.errno().name());
        assertEquals("ibv_query_port", refusal.call());
        assertFalse(refusal.remedy().isBlank());
        assertThrows(RdmaException.class, () -> world.verbsLibrary().queryDevice("mlx9"));
    }
}
