// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "/sys, 1000, /sys, 1000",
        "/sys/, ' 250 ', /sys, 250",
        "/host/sys//, 0, /host/sys, 0",
        "sys, 1000, /sys, 1000",
        "'', 1000, /sys, 1000",
        "/, 1000, /sys, 1000",
        "/sys, -1, /sys, 1000",
        "/sys, 3600001, /sys, 1000",
        "/sys, ten, /sys, 1000",
        "/sys, '', /sys, 1000"
    })
    void aWrongValueIsReplacedByTheDefault(
            String root, String millis, String expectedRoot, long expectedMillis) {
        CounterSettings settings = CounterSettings.of(root, millis);
        assertEquals(expectedRoot, settings.sysfsRoot());
        assertEquals(expectedMillis, settings.maxAge().toMillis());
    }
}
