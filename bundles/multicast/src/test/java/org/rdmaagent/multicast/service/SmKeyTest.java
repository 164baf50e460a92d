// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The SM_Key as operators write it. */
class SmKeyTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "' 0x1F ', 31",
        "0xffffffffffffffff, -1",
        "18446744073709551615, -1"
    })
    void sixtyFourBits(String text, long value) {
        assertEquals(new SmKey(value, ""), SmKey.of(text, SmKey.NONE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "key", "-1", "0x", "0x1ffffffffffffffff"})
    void whatIsNoNumberIsToldAndNotUsed(String text) {
        SmKey key = SmKey.of(text, SmKey.NONE);
        assertEquals(0, key.value());
        assertTrue(key.trouble().startsWith("smKey in "));
    }

    @Test
    void theSecretIsNotRepeated() {
        assertFalse(SmKey.of("0xsecret", SmKey.NONE).trouble().contains("secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1"})
    void aWrongOneKeepsTheOneBefore(String text) {
        SmKey key = SmKey.of(text, SmKey.of("7", SmKey.NONE));
        assertEquals(7, key.value());
        assertTrue(key.trouble().endsWith("the one before stays in force"));
    }
}
