// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.itests.jvm.RecordLeaves;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.Port;

/** Writes a device and its ports under the names that {@code ibv_devinfo -v} has for them. */
final class DeviceLines {
    /** Where its name is not ours in lower case with underscores. */
    private static final Map<String, String> OTHER_NAMES =
            Map.of(
                    "max_mtu_bytes", "max_mtu",
                    "active_mtu_bytes", "active_mtu",
                    "lid", "port_lid",
                    "lmc", "port_lmc");

    private DeviceLines() {}

    static void write(RdmaCoreVerbs verbs, String name) throws ReflectiveOperationException {
        Device device = verbs.queryDevice(name);
        fields("device " + name, device.attributes());
        RecordLeaves.of(device.extendedAttributes().orElseThrow())
                .forEach((path, value) -> GuestMain.say("extended " + name + " " + path, value));
        GuestMain.say("device " + name + " transport", device.transport().code());
        GuestMain.say("device " + name + " num_comp_vectors", device.completionVectors());
        GuestMain.say(name + ".nodeType", device.nodeType());
        GuestMain.say(name + ".boardId", device.boardId());
        GuestMain.say(name + ".driver", device.driver());
        GuestMain.say(name + ".numaNode", device.numaNode());
        for (int number = 1; number <= device.attributes().physPortCnt(); number++) {
            Port port = verbs.queryPort(new PortId(name, number));
            fields("port " + port.id(), port.attributes());
            GuestMain.say(port.id() + ".netdev", port.netdev());
            GuestMain.say(port.id() + ".pkeys", port.pkeys());
            for (GidEntry row : port.gids()) {
                GuestMain.say(
                        "gid " + port.id() + " " + row.index(), row.gid() + ", " + row.type());
                GuestMain.say(port.id() + ".gidNetdev." + row.index(), row.netdev());
            }
        }
    }

    private static void fields(String subject, Record values) throws ReflectiveOperationException {
        for (RecordComponent component : values.getClass().getRecordComponents()) {
            Object value = component.getAccessor().invoke(values);
            GuestMain.say(subject + " " + theirName(component.getName()), plain(value));
        }
    }

    /** What {@code ibv_devinfo -v} calls a field of ours. */
    static String theirName(String field) {
        String name = field.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        return OTHER_NAMES.getOrDefault(name, name);
    }

    private static String plain(Object value) {
        if (value instanceof Guid guid) {
            return Long.toUnsignedString(guid.value());
        }
        if (value instanceof Lid lid) {
            return Integer.toString(lid.value());
        }
        if (value instanceof PortState state) {
            return Integer.toString(state.code());
        }
        if (value instanceof PortPhysicalState state) {
            return Integer.toString(state.code());
        }
        if (value instanceof Long number) {
            return Long.toUnsignedString(number);
        }
        return value.toString().toLowerCase(Locale.ROOT);
    }
}
