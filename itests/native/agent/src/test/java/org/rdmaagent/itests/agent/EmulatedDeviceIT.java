// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.DevinfoLines;
import org.rdmaagent.itests.jvm.EveryCapability;
import org.rdmaagent.itests.jvm.NativeTools;

/**
 * One agent on the emulated mlx4 device, a card that can do everything: its MBeans against {@code
 * ibv_devinfo -v}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmulatedDeviceIT {
    private static final String DEVICE = "mlx4_0";

    private final Path tree;
    private final NativeAgent agent;
    private final DevinfoLines theirs;

    EmulatedDeviceIT(@TempDir Path folder) throws Exception {
        String devinfo = NativeTools.program("ibv_devinfo", "ibverbs-utils");
        Map<String, String> preload = Map.of("LD_PRELOAD", EveryCapability.preload(folder));
        Child tool = Child.run(List.of(devinfo, "-v"), preload, folder, 60);
        theirs = DevinfoLines.parse(tool.wellEnded());
        tree = Files.createDirectory(folder.resolve("tree"));
        Map<String, String> environment = new HashMap<>(preload);
        environment.put("MLX4EMU_DIR", tree.toString());
        agent = NativeAgent.start(folder.resolve("home"), "native", environment);
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
    }

    @Test
    void theDeviceIsAsTheToolTells() throws Exception {
        Row bean = agent.bean("rdma:type=Device,device=" + DEVICE);
        DeviceComparison comparison = new DeviceComparison(bean, theirs.device());
        comparison.assertSameAttributes(kernels("device/numa_node"));
        comparison.assertSameRecord();
        comparison.assertSameExtendedRecord();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPortIsAsTheToolTells(int number) throws Exception {
        Map<String, String> told = requireNonNull(theirs.ports().get(number));
        PortComparison comparison = new PortComparison(agent.bean(port(number)), told);
        comparison.assertSameAttributes(kernels("ports/" + number + "/pkeys/0"));
        comparison.assertSameRecord();
    }

    @Test
    void allThatTheToolListsIsThere() throws Exception {
        assertEquals(
                List.of("rdma:type=Device,device=" + DEVICE),
                agent.client().search("rdma:type=Device,*"));
        assertEquals(
                theirs.ports().keySet().stream().map(EmulatedDeviceIT::port).sorted().toList(),
                agent.client().search("rdma:type=Port,*"));
        assertEquals("native", agent.text("Provider"));
        assertEquals(
                InstalledLibrary.version("libibverbs.so.1"),
                agent.library("libibverbs.so.1").value("version"));
    }

    private static String port(int number) {
        return "rdma:type=Port,device=" + DEVICE + ",port=" + number;
    }

    /** The emulator has no umad files, as a kernel without the module ib_umad. */
    @Test
    void aSweepWithoutUmadFilesSaysWhichModuleIsMissing() throws Exception {
        FabricBean fabric = agent.fabric(DEVICE, 1);
        String refused = fabric.refusedDiscover();
        assertTrue(refused.startsWith("umad_open_port on mlx4_0/1 failed: "), refused);
        assertTrue(refused.endsWith("load the module: modprobe ib_umad"), refused);
        assertEquals(refused, fabric.read("LastError"));
        assertTrue(agent.log().contains(refused));
    }

    /** Such as these cards do when the administrator sets the port's type. */
    @Test
    void aPortThatBecomesEthernetIsRefusedAndNoLongerOffered() throws Exception {
        FabricBean fabric = agent.fabric(DEVICE, 2);
        Path linkLayer = sysfs("ports/2/link_layer");
        String before = Files.readString(linkLayer);
        try {
            Files.writeString(linkLayer, "Ethernet\n");
            String refused = fabric.refusedDiscover();
            assertTrue(
                    refused.contains("umad_open_port on mlx4_0/2 failed: EPROTONOSUPPORT (93)"),
                    refused);
            assertTrue(refused.contains("an Ethernet port has no QP0"), refused);
            assertTrue(refused.contains("use one of [mlx4_0/1]"), refused);
            Waiting.until("no port 2", () -> !agent.fabrics().contains(fabric.name()));
            assertEquals(List.of(agent.fabric(DEVICE, 1).name()), agent.fabrics());
        } finally {
            Files.writeString(linkLayer, before);
        }
        Waiting.until("port 2 again", () -> agent.fabrics().contains(fabric.name()));
    }

    private String kernels(String file) throws IOException {
        return Files.readString(sysfs(file)).strip();
    }

    private Path sysfs(String file) {
        return tree.resolve("sys/class/infiniband/" + DEVICE).resolve(file);
    }
}
