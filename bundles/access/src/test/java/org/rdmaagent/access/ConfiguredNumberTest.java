// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfiguredNumberTest {
    @Test
    void blanksAreNoError() {
        assertEquals(1099, ConfiguredNumber.of("jmxPort", " 1099 ", 1, 65_535));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "zzz", "0", "65536", "99999999999", "1.5", "-1"})
    void theMessageNamesKeyFileAndRange(String text) {
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> ConfiguredNumber.of("jmxPort", text, 1, 65_535))
                        .toString();
        assertTrue(
                message.contains("jmxPort = " + text + " in etc/org.rdmaagent.access.cfg"),
                message);
        assertTrue(message.contains("1..65535"), message);
    }

    @Test
    void aWrongBodyLimitDoesNotShutTheDoor() {
        assertEquals(1_048_576, JolokiaDoor.maxBodyBytes("zzz"));
        assertEquals(4096, JolokiaDoor.maxBodyBytes("4096"));
    }
}
