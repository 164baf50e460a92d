// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.util.Map;
import java.util.Set;
import org.rdmaagent.itests.jvm.DevinfoText;

/** A Device MBean against what {@code ibv_devinfo -v} tells of the device. */
final class DeviceComparison {
    /**
     * What the tool tells beyond {@code ibv_query_device} and {@code ibv_query_port}: of {@code
     * struct ibv_device_attr_ex}, of the device's struct, of sysfs. Whatever else it tells must
     * have an attribute.
     */
    private static final Set<String> BEYOND =
            Set.of(
                    "transport",
                    "board_id",
                    "general_odp_caps",
                    "rc_odp_caps",
                    "uc_odp_caps",
                    "ud_odp_caps",
                    "xrc_odp_caps",
                    "completion_timestamp_mask",
                    "core clock",
                    "device_cap_flags_ex",
                    "tso_caps",
                    "max_tso",
                    "rss_caps",
                    "max_rwq_indirection_tables",
                    "max_rwq_indirection_table_size",
                    "rx_hash_function",
                    "rx_hash_fields_mask",
                    "supported_qp",
                    "max_wq_type_rq",
                    "packet_pacing_caps",
                    "qp_rate_limit_min",
                    "qp_rate_limit_max",
                    "tag matching",
                    "num_comp_vectors");

    /** The tool prints it only where there are fast memory regions. */
    private static final String MAPS_OF_FMR = "maxMapPerFmr";

    private final Row bean;
    private final Map<String, String> theirs;

    DeviceComparison(Row bean, Map<String, String> theirs) {
        this.bean = bean;
        this.theirs = theirs;
    }

    /**
     * Compares the MBean's attributes.
     *
     * @param numaNode what the kernel tells and the tool does not
     */
    void assertSameAttributes(String numaNode) {
        Comparison device = new Comparison("Device", bean.fields(), theirs);
        device.same("Name", device.theirs("hca_id"));
        device.same("Firmware", device.theirs("fw_ver"));
        device.same("NodeGuid", guid(device.theirs("node_guid")));
        device.same("PortCount", device.theirs("phys_port_cnt"));
        device.same("Provider", "jna");
        device.same("Driver", "mlx4_core");
        device.same("NumaNode", numaNode);
        device.assertNoneLeftOfOurs(Set.of("Attributes"));
    }

    /** Compares the record of {@code struct ibv_device_attr}. */
    void assertSameRecord() {
        Row row = bean.row("Attributes");
        Comparison record = new Comparison("Device Attributes", row.fields(), theirs);
        record.same("fwVer", record.theirs("fw_ver"));
        record.same("nodeGuid", guid(record.theirs("node_guid")));
        record.same("sysImageGuid", guid(record.theirs("sys_image_guid")));
        record.theirs("hca_id"); // the MBean's Name
        for (String key : record.keysLeft()) {
            String ours = DevinfoText.camelCase(key);
            if (row.fields().containsKey(ours)) {
                record.same(ours, DevinfoText.number(record.theirs(key)));
            }
        }
        boolean fmr = theirs.containsKey("max_map_per_fmr");
        record.assertNoneLeftOfOurs(fmr ? Set.of() : Set.of(MAPS_OF_FMR));
        record.assertNoneLeftOfTheirs(BEYOND);
    }

    private static String guid(String colons) {
        return "0x" + colons.replace(":", "");
    }
}
