// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class SweepSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 500, 3, maxSmpsOnWire lies in 1..1024",
        "1025, 500, 3, maxSmpsOnWire lies in 1..1024",
        "8, 0, 3, timeoutMillis lies in 1..60000",
        "8, 60001, 3, timeoutMillis lies in 1..60000",
        "8, 500, -1, retries lies in 0..20",
        "8, 500, 21, retries lies in 0..20",
    })
    void what_is_out_of_range_is_refused(int smps, int timeout, int retries, String text) {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new SweepSettings(smps, timeout, retries));
        assertTrue(Objects.requireNonNull(error.getMessage()).startsWith(text));
    }

    @ParameterizedTest
    @CsvSource({"16, 16", "0, 8", "9999, 8"})
    void a_configuration_that_cannot_be_used_gives_the_defaults(String configured, int used) {
        FabricDiscovery fabric = new FabricDiscovery(configuration(configured));
        fabric.bindTransport(
                SimulatedWorld.of(FatTrees.twoLevel(1, 1, 1, 1), Sweeping.VIRTUAL).madTransport(),
                Map.of());
        assertEquals(used, fabric.maxSmpsOnWire(new PortId("mlx4_0", 1)));
        fabric.modified(configuration("4"));
        assertEquals(4, fabric.maxSmpsOnWire(new PortId("mlx4_0", 1)));
    }

    @Test
    void the_defaults_are_those_of_the_configuration() throws NoSuchMethodException {
        assertEquals(
                String.valueOf(SweepSettings.DEFAULTS.maxSmpsOnWire()), byDefault("maxSmpsOnWire"));
        assertEquals(
                String.valueOf(SweepSettings.DEFAULTS.timeoutMillis()), byDefault("timeoutMillis"));
        assertEquals(String.valueOf(SweepSettings.DEFAULTS.retries()), byDefault("retries"));
    }

    @ParameterizedTest
    @CsvSource({
        "0x2c9, 0xc738, true",
        "0x2c9, 0xc73b, true",
        "0x2c9, 0xc73c, false",
        "0x2c9, 0xcb20, true",
        "0x2c9, 0xcf08, true",
        "0x2c9, 0x1002, false",
        "0x2c9, 0x1003, true",
        "0x2c9, 0x1017, true",
        "0x2c9, 0x101b, false",
        "0x2c9, 0xd2f0, false",
        "0x119f, 0x1b02, true",
        "0x2c9, 0x1b02, false",
        "0x119f, 0x1bc4, true",
        "0x119f, 0x1bc5, false",
    })
    void some_devices_know_fdr10(String vendor, String device, boolean knows) {
        assertEquals(
                knows, Fdr10Devices.knowsFdr10(Integer.decode(vendor), Integer.decode(device)));
    }

    private static Object byDefault(String key) throws NoSuchMethodException {
        return FabricConfiguration.class.getMethod(key).getDefaultValue();
    }

    private static FabricConfiguration configuration(String maxSmpsOnWire) {
        return FabricSettingsTest.configuration(Map.of("maxSmpsOnWire", maxSmpsOnWire));
    }
}
