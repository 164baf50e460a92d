// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmaagent.itests.jvm.DevinfoText;
import org.rdmaagent.itests.jvm.PortField;

/** A Port MBean against what {@code ibv_devinfo -v} tells of the port. */
final class PortComparison {
    /** Counters, and what follows from width and speed: not the tool's subject. */
    private static final Set<String> NOT_TOLD =
            Set.of(
                    "Capabilities",
                    "Counters",
                    "CountersAgeMillis",
                    "CountersTakenAt",
                    "HwCounters",
                    "RateBytesPerSecond",
                    "SpeedInfo");

    /** The tool prints it in words, and only where it is set. */
    private static final String FLAGS = "flags";

    private static final String GID = "GID[";

    /** Codes of active_speed (ibv_query_port(3)). */
    private static final Map<String, String> SPEEDS =
            Map.of(
                    "1", "SDR", "2", "DDR", "4", "QDR", "8", "FDR10", "16", "FDR", "32", "EDR",
                    "64", "HDR", "128", "NDR");

    private final Row bean;
    private final Map<String, String> theirs;

    PortComparison(Row bean, Map<String, String> theirs) {
        this.bean = bean;
        this.theirs = theirs;
    }

    /**
     * Compares the MBean's attributes.
     *
     * @param pkey the only row of the P_Key table, which the kernel tells and the tool does not
     */
    void assertSameAttributes(String pkey) {
        Comparison port = new Comparison("Port", bean.fields(), theirs);
        port.same("State", PortField.STATE.expected(port.theirs("state")));
        port.same("PhysicalState", PortField.PHYS_STATE.expected(port.theirs("phys_state")));
        port.same("LinkLayer", PortField.LINK_LAYER.expected(port.theirs("link_layer")));
        port.same("Lid", DevinfoText.number(port.theirs("port_lid")));
        port.same("SmLid", DevinfoText.number(port.theirs("sm_lid")));
        port.same("Lmc", DevinfoText.number(port.theirs("port_lmc")));
        port.same("MaxMtuBytes", DevinfoText.number(port.theirs("max_mtu")));
        port.same("ActiveMtuBytes", DevinfoText.number(port.theirs("active_mtu")));
        port.same("ActiveWidth", port.theirs("active_width").replaceAll("X .*", "x"));
        port.same("ActiveSpeed", speed(port.theirs("active_speed")));
        String lanes = port.theirs("active_width").replaceAll(" .*", "");
        String speed = speed(port.theirs("active_speed"));
        assertEquals(lanes + " " + speed, bean.row("SpeedInfo").text("label"));
        port.same("Provider", "jna");
        port.same("Netdev", "");
        port.same("Gids", gids());
        port.same("Pkeys", List.of(Map.of("index", 0, "fullMember", true, "pkey", pkey)));
        port.assertNoneLeftOfOurs(with(NOT_TOLD, "Attributes"));
    }

    private static String speed(String theirs) {
        String code = PortField.ACTIVE_SPEED.expected(theirs);
        return requireNonNull(SPEEDS.get(code), code);
    }

    private static Set<String> with(Set<String> some, String more) {
        return Stream.concat(some.stream(), Stream.of(more)).collect(Collectors.toSet());
    }

    /** The rows of the GID table that the tool prints. */
    private List<Map<String, Object>> gids() {
        return theirs.keySet().stream().filter(key -> key.startsWith(GID)).map(this::gid).toList();
    }

    private Map<String, Object> gid(String key) {
        int index = Integer.parseInt(key.replaceAll("\\D", ""));
        String text = requireNonNull(theirs.get(key));
        return Map.of("index", index, "gid", text, "type", "IB", "netdev", "");
    }

    /** Compares the record of {@code struct ibv_port_attr}. */
    void assertSameRecord() {
        Comparison record =
                new Comparison("Port Attributes", bean.row("Attributes").fields(), theirs);
        for (PortField field : PortField.values()) {
            record.same(field.ours(), field.expected(record.theirs(field.theirs())));
        }
        record.assertNoneLeftOfOurs(Set.of(FLAGS));
        for (String key : record.keysLeft()) {
            if (key.startsWith(GID)) {
                record.theirs(key); // the MBean's Gids
            }
        }
        record.assertNoneLeftOfTheirs(Set.of());
    }
}
