// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** What a file may say, and what becomes of it. */
class SettingsKeysTest {
    private static final String FILE = "org.rdmaagent.mlx4-mlx4_0.cfg";

    private static Map<String, Object> file(String... keysAndValues) {
        Map<String, Object> given = new HashMap<>();
        given.put("service.pid", "org.rdmaagent.mlx4~mlx4_0");
        given.put("service.factoryPid", "org.rdmaagent.mlx4");
        given.put("felix.fileinstall.filename", "file:/opt/agent/etc/" + FILE);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            given.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return given;
    }

    private static List<ContextPlan> plans(String... keysAndValues) {
        ContextSettings settings = SettingsKeys.read(file(keysAndValues));
        return settings.contexts().stream()
                .map(context -> settings.plan(context, FILE).plan())
                .toList();
    }

    @Test
    void anEmptyFileAsksForNothingSpecialOnTheDeviceThatItIsNamedAfter() {
        assertEquals(
                List.of(
                        new ContextPlan(
                                "mlx4_0",
                                "*",
                                new AllocatorPlan(
                                        "system", 2 << 20, false, AllocatorPlan.DEVICE_NODE, true),
                                0,
                                FILE)),
                plans());
    }

    @Test
    void eachKeyIsTaken() {
        AllocatorPlan arena = new AllocatorPlan("arena", 1_000_000, true, 1, false);
        assertEquals(
                List.of(
                        new ContextPlan("mlx4_7", "qp/feed", arena, 255, FILE),
                        new ContextPlan("mlx4_7", "multicast/*", arena, 255, FILE)),
                plans(
                        "device", "mlx4_7",
                        "contexts", "qp/feed, multicast/*",
                        "allocator", "arena",
                        "regionBytes", "1000000",
                        "locked", "true",
                        "numaNode", "1",
                        "fallback", "false",
                        "logWqsRangeSize", "255"));
    }

    @Test
    void upperAndLowerCaseAreTheSameInAKey() {
        assertEquals(
                plans("allocator", "arena", "regionBytes", "4096", "logWqsRangeSize", "2"),
                plans("Allocator", "arena", "REGIONBYTES", "4096", "logwqsrangesize", "2"));
    }

    @ParameterizedTest
    @CsvSource({"arena, 67108864", "hugepage, 2097152", "pool, 2097152"})
    void theRegionDependsOnTheAllocator(String allocator, long bytes) {
        assertEquals(bytes, plans("allocator", allocator).get(0).allocator().regionBytes());
    }

    @ParameterizedTest
    @CsvSource({"device, -2", "none, -1", "0, 0", "1023, 1023"})
    void nodesAreNamedOrNumbered(String text, int node) {
        assertEquals(node, plans("numaNode", text).get(0).allocator().numaNode());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allocater|arena|allocater is no key here; the nearest one is allocator",
                "regionsbytes|1|regionsbytes is no key here; the nearest one is regionBytes",
                "logWqsRange|1|logWqsRange is no key here; the nearest one is logWqsRangeSize",
                "regionBytes|0|regionBytes lies in 1..1099511627776, not 0",
                "regionBytes|64MiB|regionBytes lies in 1..1099511627776, not 64MiB",
                "logWqsRangeSize|256|logWqsRangeSize lies in 0..255, not 256",
                "logWqsRangeSize|-1|logWqsRangeSize lies in 0..255, not -1",
                "locked|yes|locked is true or false, not yes",
                "fallback|1|fallback is true or false, not 1",
                "numaNode|-1|numaNode is device, none, or a number from 0 to 1023, not -1",
                "numaNode|1024|numaNode is device, none, or a number from 0 to 1023, not 1024",
                "contexts|a*b|contexts is a list of names such as qp/feed, with * only at the end"
                        + " of one, not a*b",
                "contexts|a,,b|contexts is a list of names such as qp/feed, with * only at the end"
                        + " of one, not ",
                "device|a/b|device is one such as mlx4_0, not a/b",
                "allocator|my pool|allocator is system, hugepage, arena, or the name of a service:"
                        + " letters, digits, . _ -, 64 at the most, not my pool",
            })
    void whatCannotBeIsNamed(String key, String value, String why) {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class, () -> SettingsKeys.read(file(key, value)));
        assertEquals(why.strip(), String.valueOf(error.getMessage()).strip());
    }

    @Test
    void aLongTextIsNotRepeatedAsAWhole() {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> SettingsKeys.read(file("x".repeat(10_000), "1")));
        assertEquals(
                "x".repeat(80) + "... is no key here; the nearest one is ",
                String.valueOf(error.getMessage()).replaceAll("[a-zA-Z]+$", ""));
    }
}
