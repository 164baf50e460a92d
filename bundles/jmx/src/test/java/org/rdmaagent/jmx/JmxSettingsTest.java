// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmxSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "1, 0, 1, 1, 0, 1",
        "3600, 10000, 86400, 3600, 10000, 86400",
        "' 5 ', 50, 60, 5, 50, 60",
        "0, -1, 0, 10, 200, 600",
        "3601, 10001, 86401, 10, 200, 600",
        "'', ten, 1e3, 10, 200, 600"
    })
    void aWrongValueIsReplacedByItsDefault(
            String reconcile, String hold, String wait, long seconds, long millis, long waits) {
        JmxSettings settings = JmxSettings.of(reconcile, hold, wait);
        assertEquals(seconds, settings.reconcile().toSeconds());
        assertEquals(millis, settings.hold().toMillis());
        assertEquals(waits, settings.discoverWait().toSeconds());
    }

    @Test
    void theDefaultsOfTheKeysAreTheDefaults() throws Exception {
        assertEquals(
                JmxSettings.defaults(),
                JmxSettings.of(
                        fallback("reconcileSeconds"),
                        fallback("holdMillis"),
                        fallback("discoverWaitSeconds")));
    }

    private static String fallback(String key) throws Exception {
        return (String) JmxConfiguration.class.getDeclaredMethod(key).getDefaultValue();
    }
}
