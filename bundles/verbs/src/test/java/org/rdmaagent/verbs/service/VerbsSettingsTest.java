// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerbsSettingsTest {
    @ParameterizedTest
    @CsvSource({"true, true", "' FALSE ', false", "yes, true", "'', true"})
    void aWrongValueGivesTheDefault(String events, boolean on) {
        assertEquals(new VerbsSettings(on), VerbsSettings.of(events));
    }
}
