// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration, as the component runtime hands it over: a bad key throws when it is read. */
class FabricSettingsTest {
    @Test
    void what_is_not_configured_is_the_default() {
        FabricSettings settings = FabricSettings.of(configuration(Map.of()));
        assertEquals(FabricSettings.of(SweepSettings.DEFAULTS), settings);
        assertEquals("java", settings.engine());
        assertEquals(Duration.ofMinutes(2), settings.libraryDeadline());
        assertEquals(ScheduleSettings.of(true, 0), ScheduleSettings.of(configuration(Map.of())));
    }

    @Test
    void every_key_counts() {
        FabricConfiguration configuration =
                configuration(
                        Map.of(
                                "engine", " LibIbNetDisc ",
                                "libraryDeadlineSeconds", 7,
                                "maxSmpsOnWire", 3,
                                "timeoutMillis", 40,
                                "retries", 0,
                                "mKey", "0xABcd",
                                "incremental", true,
                                "fullSweepEvery", 4,
                                "sweepIntervalSeconds", 300,
                                "sweepAtStart", false));
        assertEquals(
                new FabricSettings(
                        new SweepSettings(3, 40, 0, 0xabcd),
                        "libibnetdisc",
                        Duration.ofSeconds(7),
                        new ScheduleSettings(false, 300, true, 4)),
                FabricSettings.of(configuration));
        assertEquals(new ScheduleSettings(false, 300, true, 4), ScheduleSettings.of(configuration));
    }

    @Test
    void a_bad_key_does_not_take_the_others_with_it() {
        FabricSettings settings =
                FabricSettings.of(
                        configuration(
                                Map.of(
                                        "maxSmpsOnWire",
                                        0,
                                        "libraryDeadlineSeconds",
                                        -1,
                                        "engine",
                                        "swift",
                                        "mKey",
                                        "12")));
        assertEquals(SweepSettings.DEFAULTS.withMKey(0x12), settings.sweep());
        assertEquals(Duration.ofMinutes(2), settings.libraryDeadline());
        assertEquals("swift", settings.engine(), "told to whoever sweeps");
        ScheduleSettings schedule = ScheduleSettings.of(configuration(Map.of("fullSweepEvery", 0)));
        assertEquals(ScheduleSettings.of(true, 0), schedule);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "' ', 0",
        "0, 0",
        "0x1, 1",
        "ff, 255",
        "0xFFFFFFFFFFFFFFFF, -1",
        "8000000000000000, -9223372036854775808"
    })
    void an_m_key_is_a_hexadecimal_number_of_64_bits(String text, long key) {
        assertEquals(key, FabricSettings.managementKey(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret!", "0x", "11223344556677889", "0x11223344556677889", "12 34"})
    void what_is_no_m_key_is_refused_and_not_repeated(String text) {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class, () -> FabricSettings.managementKey(text));
        String told = String.valueOf(error.getMessage());
        assertFalse(told.contains(text.replace("0x", "x0x")) || told.contains("secret"), told);
    }

    private static FabricConfiguration configuration(Map<String, Object> keys) {
        return (FabricConfiguration)
                Proxy.newProxyInstance(
                        FabricConfiguration.class.getClassLoader(),
                        new Class<?>[] {FabricConfiguration.class},
                        (self, key, arguments) ->
                                keys.getOrDefault(key.getName(), key.getDefaultValue()));
    }
}
