// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration, as the component runtime hands it over: texts. */
class FabricSettingsTest {
    @Test
    void what_is_not_configured_is_the_default() {
        FabricSettings settings = FabricSettings.of(configuration(Map.of()));
        assertEquals(FabricSettings.of(SweepSettings.DEFAULTS), settings);
        assertEquals("java", settings.engine());
        assertEquals(Duration.ofMinutes(2), settings.libraryDeadline());
        assertEquals(ScheduleSettings.of(true, 0), settings.schedule());
    }

    @Test
    void every_key_counts() {
        FabricConfiguration configuration =
                configuration(
                        Map.of(
                                "engine", " LibIbNetDisc ",
                                "libraryDeadlineSeconds", "7",
                                "maxSmpsOnWire", "3",
                                "timeoutMillis", " 40 ",
                                "retries", "0",
                                "mKey", "0xABcd",
                                "incremental", "true",
                                "fullSweepEvery", "4",
                                "sweepIntervalSeconds", "300",
                                "sweepAtStart", " False "));
        assertEquals(
                new FabricSettings(
                        new SweepSettings(3, 40, 0, 0xabcd),
                        "libibnetdisc",
                        Duration.ofSeconds(7),
                        new ScheduleSettings(false, 300, true, 4)),
                FabricSettings.of(configuration));
    }

    @ParameterizedTest
    @CsvSource({
        "maxSmpsOnWire, 0, 1..1024, 8",
        "maxSmpsOnWire, 1025, 1..1024, 8",
        "timeoutMillis, 5s, 1..60000, 500",
        "timeoutMillis, 0, 1..60000, 500",
        "timeoutMillis, 60001, 1..60000, 500",
        "retries, -1, 0..20, 3",
        "retries, 21, 0..20, 3",
        "libraryDeadlineSeconds, 0, 1..86400, 120",
        "libraryDeadlineSeconds, 86401, 1..86400, 120",
        "sweepIntervalSeconds, 5m, 0..2147483647, 0",
        "sweepIntervalSeconds, -1, 0..2147483647, 0",
        "sweepIntervalSeconds, 2147483648, 0..2147483647, 0",
        "fullSweepEvery, '', 1..1000000, 10",
        "fullSweepEvery, 1000001, 1..1000000, 10",
    })
    void a_wrong_number_is_its_default_and_told(
            String key, String text, String range, String used) {
        FabricSettings settings = FabricSettings.of(configuration(Map.of(key, text)));
        String told =
                key
                        + "="
                        + text
                        + " in etc/org.rdmaagent.fabric.cfg is not a number in "
                        + range
                        + "; using "
                        + used;
        assertEquals(List.of(told), settings.schedule().faults());
        assertEquals(FabricSettings.of(configuration(Map.of(key, used))), withoutFaults(settings));
    }

    @ParameterizedTest
    @CsvSource({
        "maxSmpsOnWire, 1, 1024",
        "timeoutMillis, 1, 60000",
        "retries, 0, 20",
        "libraryDeadlineSeconds, 1, 86400",
        "sweepIntervalSeconds, 0, 2147483647",
        "fullSweepEvery, 1, 1000000",
    })
    void the_ends_of_a_range_belong_to_it(String key, String least, String most) {
        for (String end : List.of(least, most)) {
            FabricSettings settings = FabricSettings.of(configuration(Map.of(key, end)));
            assertEquals(List.of(), settings.schedule().faults());
        }
    }

    @Test
    void a_wrong_key_does_not_take_the_others_with_it() {
        Map<String, String> keys = new HashMap<>();
        keys.put("maxSmpsOnWire", "2");
        keys.put("timeoutMillis", "5s");
        keys.put("retries", "1");
        keys.put("mKey", "12");
        keys.put("engine", "swift");
        keys.put("sweepAtStart", "false");
        keys.put("sweepIntervalSeconds", "5m");
        keys.put("incremental", "yes");
        keys.put("fullSweepEvery", "4");
        FabricSettings settings = FabricSettings.of(configuration(keys));
        assertEquals(new SweepSettings(2, 500, 1, 0x12), settings.sweep());
        assertEquals("swift", settings.engine(), "told to whoever sweeps");
        assertEquals(new ScheduleSettings(false, 0, false, 4), withoutFaults(settings).schedule());
        List<String> faults = settings.schedule().faults();
        assertEquals(3, faults.size(), faults.toString());
        assertEquals(
                "incremental=yes in etc/org.rdmaagent.fabric.cfg is neither true nor false;"
                        + " using false",
                faults.get(2));
    }

    @Test
    void a_wrong_m_key_is_none_and_not_repeated() {
        Map<String, String> keys = Map.of("mKey", "secret!", "retries", "1");
        FabricSettings settings = FabricSettings.of(configuration(keys));
        assertEquals(new SweepSettings(8, 500, 1), settings.sweep());
        String told = settings.schedule().faults().get(0);
        assertTrue(told.startsWith("mKey in etc/") && told.endsWith("using none"), told);
        assertFalse(told.contains("secret"), told);
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

    private static FabricSettings withoutFaults(FabricSettings settings) {
        ScheduleSettings told = settings.schedule();
        return new FabricSettings(
                settings.sweep(),
                settings.engine(),
                settings.libraryDeadline(),
                new ScheduleSettings(
                        told.sweepAtStart(),
                        told.intervalSeconds(),
                        told.incremental(),
                        told.fullSweepEvery()));
    }

    static FabricConfiguration configuration(Map<String, String> keys) {
        return (FabricConfiguration)
                Proxy.newProxyInstance(
                        FabricConfiguration.class.getClassLoader(),
                        new Class<?>[] {FabricConfiguration.class},
                        (self, key, arguments) ->
                                keys.getOrDefault(key.getName(), (String) key.getDefaultValue()));
    }
}
