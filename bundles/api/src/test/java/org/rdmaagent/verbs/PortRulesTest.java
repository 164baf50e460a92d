// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;

/** What is derived from a port's attributes. */
class PortRulesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "CA; INFINIBAND; false; IB; 256; ibMad ibSmi ibCm ibSa ibMcast afIb",
                "CA; UNSPECIFIED; false; IB; 256; ibMad ibSmi ibCm ibSa ibMcast afIb",
                "CA; ETHERNET; false; ROCE; 256; ibMad ibCm afIb ethAh roceGidTable",
                "CA; INFINIBAND; true; OPA; 2048; ibMad opaMad ibSmi ibCm ibSa ibMcast afIb",
                "RNIC; ETHERNET; false; UNDEFINED; 0; iwCm",
                "USNIC_UDP; ETHERNET; false; UNDEFINED; 0; ''",
                "UNSPECIFIED; ETHERNET; false; UNDEFINED; 0; ''",
                "UNKNOWN; UNSPECIFIED; false; UNDEFINED; 0; ''",
                "SWITCH; INFINIBAND; false; IB; 256; "
                        + "ibSwitch ibMad ibSmi ibCm ibSa ibMcast afIb",
            })
    void aPortHasTheCapabilitiesOfItsProtocol(
            DeviceNodeType node,
            LinkLayer layer,
            boolean omniPath,
            PortCapabilities.AddressType addresses,
            int madBytes,
            String capabilities) {
        PortCapabilities port = new PortCapabilities(node, layer, omniPath, 2);
        assertEquals(capabilities, String.join(" ", held(port)));
        assertEquals(addresses, port.addressType());
        assertEquals(madBytes, port.maxMadBytes());
    }

    @Test
    void portsCountFromOneExceptOnASwitch() {
        PortCapabilities adapter =
                new PortCapabilities(DeviceNodeType.CA, LinkLayer.ETHERNET, false, 3);
        assertArrayEquals(new int[] {1, 2, 3}, adapter.ports().toArray());
        PortCapabilities element =
                new PortCapabilities(DeviceNodeType.SWITCH, LinkLayer.INFINIBAND, false, 36);
        assertArrayEquals(new int[] {0}, element.ports().toArray());
    }

    @ParameterizedTest
    @EnumSource
    void theRoundSpeedIsNearTheSignallingRate(LinkSpeed speed) {
        for (LinkWidth width : LinkWidth.values()) {
            PortSpeed port = PortSpeed.ofCodes(speed.code(), width.code()).orElseThrow();
            double exact = speed.signallingBitsPerSecond() / 1e8 * width.lanes();
            assertEquals(1, port.hundredMegabitsPerSecond() / exact, 0.07);
            assertEquals(width.lanes() + "X " + speed, port.label());
        }
    }

    @Test
    void anUnknownSpeedIsSlowAndAnUnknownWidthIsNone() {
        assertEquals(100, PortSpeed.ofCodes(0, 2).orElseThrow().hundredMegabitsPerSecond());
        assertEquals(LinkSpeed.SDR, PortSpeed.ofCodes(512, 2).orElseThrow().speed());
        assertTrue(PortSpeed.ofCodes(4, 0).isEmpty());
        assertTrue(PortSpeed.ofCodes(4, 3).isEmpty());
    }

    private static List<String> held(PortCapabilities port) {
        List<String> held = new ArrayList<>();
        add(held, "ibSwitch", port.ibSwitch());
        add(held, "ibMad", port.ibMad());
        add(held, "opaMad", port.opaMad());
        add(held, "ibSmi", port.ibSmi());
        add(held, "ibCm", port.ibCm());
        add(held, "iwCm", port.iwCm());
        add(held, "ibSa", port.ibSa());
        add(held, "ibMcast", port.ibMcast());
        add(held, "afIb", port.afIb());
        add(held, "ethAh", port.ethAh());
        add(held, "roceGidTable", port.roceGidTable());
        return held;
    }

    private static void add(List<String> held, String name, boolean has) {
        if (has) {
            held.add(name);
        }
    }
}
