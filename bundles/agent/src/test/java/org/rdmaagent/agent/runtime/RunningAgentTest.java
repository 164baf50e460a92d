// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.framework.Version;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;

class RunningAgentTest {
    @ParameterizedTest
    @CsvSource({"0.1.0.SNAPSHOT, 0.1.0-SNAPSHOT", "1.2.3, 1.2.3"})
    void speaksOfVersionsAsMavenDoes(String osgi, String maven) {
        assertEquals(maven, RunningAgent.productVersion(Version.parseVersion(osgi)));
    }

    @ParameterizedTest
    @CsvSource({"jna, native", "ffm, native", "sim, sim", "none, none"})
    void showsWhichWorldItIs(String provider, String face) {
        assertEquals(face, RunningAgent.face(provider));
    }

    @Test
    void aCheckThatThrowsIsCriticalWithItsText() {
        HealthResult result =
                RunningAgent.run(
                        () -> {
                            throw new IllegalStateException("no such port");
                        });
        assertEquals(HealthGrade.CRITICAL, result.grade());
        assertTrue(result.text().contains("no such port"), result.text());
    }

    @Test
    void withoutAProviderTheHealthIsCriticalAndSaysWhy() {
        HealthResult result =
                RunningAgent.providerHealth(new ProviderDecision("none", "nothing installed"));
        assertEquals(
                new HealthResult("provider", HealthGrade.CRITICAL, "nothing installed"), result);
    }
}
