// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.verbs.DeviceNodeType;

/** libibverbs and libmlx4 on the emulated device: the provider against {@code ibv_devinfo -v}. */
class EmulatedDeviceIT {
    private static Child ours;
    private static DevinfoText theirs;

    @BeforeAll
    static void askBoth(@TempDir Path folder) throws Exception {
        String devinfo = NativeTools.program("ibv_devinfo", "ibverbs-utils");
        Map<String, String> preload = Map.of("LD_PRELOAD", NativeTools.mlx4emu());
        ours = Child.run(Child.java(DevicesMain.class.getName()), preload, folder, 60);
        ours.wellEnded();
        Child tool = Child.run(List.of(devinfo, "-v"), preload, folder, 60);
        theirs = DevinfoText.parse(tool.wellEnded());
    }

    @Test
    void theDeviceIsListedWithItsDriver() {
        assertEquals("[mlx4_0]", ours.value("devices"));
        assertEquals("mlx4_core", ours.value("mlx4_0.driver"));
        assertEquals("jna", ours.value("mlx4_0.provider"));
        assertTrue(ours.value("mlx4_0.numaNode").matches("-?\\d+"));
    }

    @Test
    void deviceTextsAgree() {
        assertEquals(theirs.device("fw_ver"), ours.value("mlx4_0.attributes.fwVer"));
        assertEquals(guid("node_guid"), ours.value("mlx4_0.attributes.nodeGuid"));
        assertEquals(guid("sys_image_guid"), ours.value("mlx4_0.attributes.sysImageGuid"));
    }

    private static String guid(String key) {
        return "0x" + theirs.device(key).replace(":", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max_mr_size",
                "page_size_cap",
                "vendor_id",
                "vendor_part_id",
                "hw_ver",
                "max_qp",
                "max_qp_wr",
                "device_cap_flags",
                "max_sge",
                "max_sge_rd",
                "max_cq",
                "max_cqe",
                "max_mr",
                "max_pd",
                "max_qp_rd_atom",
                "max_ee_rd_atom",
                "max_res_rd_atom",
                "max_qp_init_rd_atom",
                "max_ee_init_rd_atom",
                "atomic_cap",
                "max_ee",
                "max_rdd",
                "max_mw",
                "max_raw_ipv6_qp",
                "max_raw_ethy_qp",
                "max_mcast_grp",
                "max_mcast_qp_attach",
                "max_total_mcast_qp_attach",
                "max_ah",
                "max_fmr",
                "max_srq",
                "max_srq_wr",
                "max_srq_sge",
                "max_pkeys",
                "local_ca_ack_delay",
                "phys_port_cnt"
            })
    void deviceNumbersAgree(String key) {
        String value = ours.value("mlx4_0.attributes." + DevinfoText.camelCase(key));
        assertEquals(DevinfoText.number(theirs.device(key)), Long.parseLong(value));
    }

    @Test
    void kindBoardAndVectorsAgree() {
        DeviceNodeType.Transport transport =
                DeviceNodeType.Transport.valueOf(ours.value("mlx4_0.transport"));
        assertEquals(DevinfoText.number(theirs.device("transport")), transport.code());
        assertEquals(transport, DeviceNodeType.valueOf(ours.value("mlx4_0.nodeType")).transport());
        assertEquals(theirs.device("board_id"), ours.value("mlx4_0.boardId"));
        assertEquals(theirs.device("num_comp_vectors"), ours.value("mlx4_0.completionVectors"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void portsAgree(int port) {
        for (PortField field : PortField.values()) {
            String value = ours.value("mlx4_0/" + port + ".attributes." + field.ours());
            assertEquals(field.expected(theirs.port(port, field.theirs())), value, field.ours());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void tablesAgree(int port) {
        String gid = theirs.port(port, "GID[  0]");
        assertEquals(
                "[GidEntry[index=0, gid=" + gid + ", type=IB, netdev=]]",
                ours.value("mlx4_0/" + port + ".gids"));
        assertTrue(
                ours.value("mlx4_0/" + port + ".pkeys")
                        .startsWith("[PkeyEntry[index=0, pkey=65535]"),
                ours.value("mlx4_0/" + port + ".pkeys"));
    }

    @Test
    void eachDeviceHasOneContextAndNoneAfterTheEnd() {
        assertEquals("1", ours.value("contextsHeld"));
        assertEquals("0", ours.value("contextsAfterClose"));
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() {
        assertEquals(
                "ibv_query_device on nothere0 failed: ENODEV (19); use one of the devices [mlx4_0]",
                ours.value("noDevice"));
        assertEquals(
                "ibv_query_port on mlx4_0/9 failed: EINVAL (22); use a port in 1..2",
                ours.value("noPort"));
    }

    @Test
    void theLibraryTellsItsVersion() {
        String row = ours.value("library.verbs");
        assertTrue(
                row.matches(
                        "NativeLibrary\\[name=libibverbs.so.1, version=\\d+(\\.\\d+)+,"
                                + " loaded=true, reason=]"),
                row);
    }

    @Test
    void theProviderIsLoadedAnewAsOftenAsItsBundleIsUpdated(@TempDir Path folder) throws Exception {
        Map<String, String> preload = Map.of("LD_PRELOAD", NativeTools.mlx4emu());
        List<String> java = Child.java(RestartsMain.class.getName());
        Child child = Child.run(java, preload, folder, 60);
        assertEquals(20, child.wellEnded().lines().filter("devices=[mlx4_0]"::equals).count());
    }
}
