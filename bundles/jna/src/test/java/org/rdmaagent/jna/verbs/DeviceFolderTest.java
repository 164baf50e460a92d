// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.jna.os.HostFiles;

class DeviceFolderTest {
    private static void put(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve("mlx4_0").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static DeviceFolder device(Path folder) {
        return new DeviceFolder(new HostFiles(), folder.toString(), "mlx4_0");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "-1, -1", "'', -1", "none, -1"})
    void theNumaNodeIsMinusOneIfThePlatformDoesNotSay(String text, int node, @TempDir Path folder)
            throws IOException {
        put(folder, "device/numa_node", text + "\n");
        assertEquals(node, device(folder).numaNode());
    }

    @Test
    void aSoftwareDeviceHasNoParentAndNothingOfIt(@TempDir Path folder) {
        assertEquals(-1, device(folder).numaNode());
        assertEquals("", device(folder).driver());
        assertEquals("", device(folder).boardId());
        assertEquals("", device(folder).ipoibNetdev(1));
        assertEquals("", device(folder).gidType(1, 0));
    }

    @Test
    void theBoardIsWhatTheDriverCallsIt(@TempDir Path folder) throws IOException {
        put(folder, "board_id", "MT_1090120019\n");
        assertEquals("MT_1090120019", device(folder).boardId());
    }

    @ParameterizedTest
    @CsvSource({"IB/RoCE v1, IB", "RoCE v2, RoCE v2"})
    void gidTypesLoseTheKernelsDoubleName(String text, String type, @TempDir Path folder)
            throws IOException {
        put(folder, "ports/1/gid_attrs/types/3", text + "\n");
        put(folder, "ports/1/gid_attrs/ndevs/3", "eth7\n");
        assertEquals(type, device(folder).gidType(1, 3));
        assertEquals("eth7", device(folder).gidNetdev(1, 3));
    }

    @Test
    void theIpoibInterfaceIsTheOneOfThePortAndNoChild(@TempDir Path folder) throws IOException {
        put(folder, "device/net/ib0.8001/dev_port", "0\n");
        put(folder, "device/net/ib0.8001/parent", "ib0\n");
        put(folder, "device/net/ib1/dev_port", "1\n");
        put(folder, "device/net/ib0/dev_port", "0\n");
        assertEquals("ib0", device(folder).ipoibNetdev(1));
        assertEquals("ib1", device(folder).ipoibNetdev(2));
        assertEquals("", device(folder).ipoibNetdev(3));
    }

    @Test
    void theInterfaceOfAnEthernetPortIsTheFirstOfItsGidTable(@TempDir Path folder)
            throws IOException {
        put(folder, "ports/1/link_layer", "Ethernet\n");
        put(folder, "ports/1/gid_attrs/ndevs/0", "");
        put(folder, "ports/1/gid_attrs/ndevs/10", "eth10\n");
        put(folder, "ports/1/gid_attrs/ndevs/2", "eth2\n");
        assertEquals("Ethernet", device(folder).linkLayer(1));
        assertEquals("eth2", device(folder).netdev(1));
        assertEquals("", device(folder).netdev(2));
    }

    @Test
    void theInterfaceOfAnInfiniBandPortIsItsIpoibInterface(@TempDir Path folder)
            throws IOException {
        put(folder, "ports/1/link_layer", "InfiniBand\n");
        put(folder, "ports/1/gid_attrs/ndevs/0", "eth0\n");
        put(folder, "device/net/ib0/dev_port", "0\n");
        assertEquals("ib0", device(folder).netdev(1));
    }
}
