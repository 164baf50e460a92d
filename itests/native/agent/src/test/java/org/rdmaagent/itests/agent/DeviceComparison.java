// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rdmaagent.itests.jvm.DevinfoText;
import org.rdmaagent.itests.jvm.ExtendedField;
import org.rdmaagent.verbs.DeviceNodeType;

/** A Device MBean against what {@code ibv_devinfo -v} tells of the device. */
final class DeviceComparison {
    /** The MBean has attributes for them: Name, Transport, BoardId, CompletionVectors. */
    private static final Set<String> OF_THE_BEAN =
            Set.of("hca_id", "transport", "board_id", "num_comp_vectors");

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
        device.same("BoardId", device.theirs("board_id"));
        device.same("CompletionVectors", device.theirs("num_comp_vectors"));
        DeviceNodeType.Transport transport =
                DeviceNodeType.Transport.valueOf(bean.text("Transport"));
        assertEquals(DevinfoText.number(device.theirs("transport")), transport.code());
        device.same("Transport", transport.name());
        device.same("NodeType", "CA"); // the tool does not tell it
        device.assertNoneLeftOfOurs(
                Set.of(
                        "Attributes",
                        "ExtendedAttributes",
                        "KernelResources",
                        "RecentEvents",
                        "Resources")); // what is held and what happened: no attribute of the device
    }

    /** Compares the record of {@code struct ibv_device_attr}. */
    void assertSameRecord() {
        Row row = bean.row("Attributes");
        Comparison record = new Comparison("Device Attributes", row.fields(), theirs);
        record.same("fwVer", record.theirs("fw_ver"));
        record.same("nodeGuid", guid(record.theirs("node_guid")));
        record.same("sysImageGuid", guid(record.theirs("sys_image_guid")));
        for (String attribute : OF_THE_BEAN) {
            record.theirs(attribute);
        }
        for (String key : record.keysLeft()) {
            String ours = DevinfoText.camelCase(key);
            if (row.fields().containsKey(ours)) {
                record.same(ours, DevinfoText.number(record.theirs(key)));
            }
        }
        boolean fmr = theirs.containsKey("max_map_per_fmr");
        record.assertNoneLeftOfOurs(fmr ? Set.of() : Set.of(MAPS_OF_FMR));
        record.assertNoneLeftOfTheirs(ExtendedField.keys());
    }

    /** Compares the record of what {@code struct ibv_device_attr_ex} has beyond that. */
    void assertSameExtendedRecord() {
        Map<String, Object> fields = new TreeMap<>();
        collect("", bean.row("ExtendedAttributes").fields(), fields);
        Comparison record = new Comparison("Device ExtendedAttributes", fields, theirs);
        record.same("available", true);
        for (ExtendedField field : ExtendedField.values()) {
            field.expected(theirs).ifPresent(number -> record.same(field.ours(), number));
        }
        record.assertNoneLeftOfOurs(ExtendedField.untold(theirs));
    }

    private static void collect(String path, Map<?, ?> record, Map<String, Object> fields) {
        record.forEach(
                (name, value) -> {
                    if (value instanceof Map<?, ?> inner) {
                        collect(path + name + ".", inner, fields);
                    } else {
                        fields.put(path + name, value);
                    }
                });
    }

    private static String guid(String colons) {
        return "0x" + colons.replace(":", "");
    }
}
