// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.agent.NativeLibrary;
import org.rdmaagent.spi.ProviderCandidate;

class ProviderDecisionTest {
    private static final ProviderCandidate SIM = new Candidate("sim", false, true);
    private static final ProviderCandidate BARE = new Candidate("jna", true, false);
    private static final ProviderCandidate CARD = new Candidate("jna", true, true);

    /** What is installed: nothing native, a native provider without a device, one with. */
    @ParameterizedTest(name = "{0}, by run {1}, {2}: {3}")
    @CsvSource({
        "native, false, nothing, none",
        "native, true, nothing, none",
        "native, false, bare, jna",
        "native, true, bare, jna",
        "native, false, card, jna",
        "auto, false, nothing, none",
        "auto, false, bare, jna",
        "auto, false, card, jna",
        "auto, true, nothing, sim",
        "auto, true, bare, sim",
        "auto, true, card, jna",
        "sim, false, nothing, sim",
        "sim, false, card, sim",
        "' SIM ', true, card, sim",
    })
    void choosesByModeAndByWhatIsThere(
            String mode, boolean byRun, String installed, String provider) {
        List<ProviderCandidate> candidates =
                switch (installed) {
                    case "bare" -> List.of(SIM, BARE);
                    case "card" -> List.of(SIM, CARD);
                    default -> List.of(SIM);
                };
        assertEquals(provider, ProviderDecision.decide(mode, byRun, candidates).provider());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "simulated", "native,sim", "AUTOO"})
    void anUnknownModeIsNamedAndServesNothing(String mode) {
        ProviderDecision decision = ProviderDecision.decide(mode, true, List.of(SIM, CARD));
        assertEquals("none", decision.provider());
        assertTrue(decision.reason().contains("'" + mode + "'"), decision.reason());
        assertTrue(decision.reason().contains("auto, native or sim"), decision.reason());
    }

    @Test
    void withoutANativeProviderItSaysHowToSimulate() {
        String reason = ProviderDecision.decide("native", false, List.of()).reason();
        assertTrue(reason.contains("--provider sim"), reason);
    }

    @Test
    void aMissingLibraryIsTheReason() {
        String reason = ProviderDecision.decide("native", false, List.of(BARE)).reason();
        assertTrue(reason.contains("install ibverbs-providers"), reason);
    }

    @Test
    void aCandidateThatFailsCountsAsOneWithoutADevice() {
        ProviderCandidate broken = new Broken();
        assertEquals("sim", ProviderDecision.decide("auto", true, List.of(broken)).provider());
    }

    private record Candidate(String name, boolean nativeHardware, boolean devicePresent)
            implements ProviderCandidate {
        @Override
        public List<NativeLibrary> libraries() {
            return nativeHardware
                    ? List.of(
                            new NativeLibrary(
                                    "libibverbs.so.1", "", false, "install ibverbs-providers"))
                    : List.of();
        }
    }

    private static final class Broken implements ProviderCandidate {
        @Override
        public String name() {
            return "jna";
        }

        @Override
        public boolean nativeHardware() {
            return true;
        }

        @Override
        public boolean devicePresent() {
            throw new IllegalStateException("ibv_get_device_list");
        }

        @Override
        public List<NativeLibrary> libraries() {
            return List.of();
        }
    }

    @Test
    void theDecisionOfAStartStaysWhenTheBundleIsReplaced() {
        StartMemory start = new StartMemory(java.util.UUID.randomUUID().toString());
        ProviderDecision first =
                ProviderDecision.oncePerStart(
                        start, () -> ProviderDecision.decide("sim", false, List.of()));
        ProviderDecision second =
                ProviderDecision.oncePerStart(
                        start, () -> ProviderDecision.decide("native", false, List.of()));
        assertEquals(first, second);
        StartMemory next = new StartMemory(java.util.UUID.randomUUID().toString());
        assertEquals(
                "none",
                ProviderDecision.oncePerStart(
                                next, () -> ProviderDecision.decide("native", false, List.of()))
                        .provider());
    }
}
