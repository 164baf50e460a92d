// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.rdmaagent.agent.NativeLibrary;
import org.rdmaagent.spi.ProviderCandidate;
import org.rdmaagent.spi.ProviderChoice;
import org.rdmaagent.spi.ProviderProperties;

/**
 * The rule by which a provider is chosen.
 *
 * @param provider {@code jna}, {@code sim} or {@code none}
 * @param reason one sentence: why, and what to do if it is not what was wanted
 */
record ProviderDecision(String provider, String reason) implements ProviderChoice {
    static final String NONE = "none";

    private static final String NOT_INSTALLED = "no native provider is installed";
    private static final String HOW_TO_SIMULATE =
            "for the simulated fabric start with --provider sim, or set provider = sim in"
                    + " etc/org.rdmaagent.agent.cfg";

    /**
     * @param mode {@code auto}, {@code native} or {@code sim}, as the operator wrote it
     * @param startedByRun whether a developer's ./run started this: only then may auto simulate, so
     *     that a production host never shows an invented fabric
     * @param candidates who could provide
     */
    static ProviderDecision decide(
            String mode, boolean startedByRun, List<ProviderCandidate> candidates) {
        List<ProviderCandidate> hardware =
                candidates.stream().filter(ProviderCandidate::nativeHardware).toList();
        return switch (mode.strip().toLowerCase(Locale.ROOT)) {
            case "sim" -> new ProviderDecision(ProviderProperties.SIM, "sim was asked for");
            case "native" -> hardware(hardware);
            case "auto" -> auto(hardware, startedByRun);
            default ->
                    new ProviderDecision(
                            NONE,
                            "unknown provider mode '"
                                    + mode
                                    + "': use auto, native or sim (--provider, or provider in"
                                    + " etc/org.rdmaagent.agent.cfg)");
        };
    }

    /** The decision of this start, made now if there is none yet. */
    static ProviderDecision oncePerStart(StartMemory memory, Supplier<ProviderDecision> decide) {
        Optional<String> kept = memory.recall(StartMemory.PROVIDER);
        if (kept.isPresent()) {
            return new ProviderDecision(
                    kept.get(), memory.recall(StartMemory.PROVIDER_REASON).orElse(""));
        }
        ProviderDecision decision = decide.get();
        memory.keep(StartMemory.PROVIDER, decision.provider());
        memory.keep(StartMemory.PROVIDER_REASON, decision.reason());
        return decision;
    }

    private static ProviderDecision auto(List<ProviderCandidate> hardware, boolean startedByRun) {
        ProviderDecision real = hardware(hardware);
        boolean listed = hardware.stream().anyMatch(ProviderDecision::listsDevice);
        if (listed || !startedByRun) {
            return real;
        }
        String seen = hardware.isEmpty() ? NOT_INSTALLED : real.reason();
        return new ProviderDecision(
                ProviderProperties.SIM, "simulated, as auto was asked for and " + seen);
    }

    /**
     * Without a device the provider still serves: it is the one that shows why nothing is there.
     */
    private static ProviderDecision hardware(List<ProviderCandidate> hardware) {
        for (ProviderCandidate candidate : hardware) {
            if (listsDevice(candidate)) {
                return new ProviderDecision(
                        candidate.name(), "native: " + candidate.name() + " lists a device");
            }
        }
        if (hardware.isEmpty()) {
            return new ProviderDecision(NONE, NOT_INSTALLED + "; " + HOW_TO_SIMULATE);
        }
        ProviderCandidate first = hardware.get(0);
        return new ProviderDecision(
                first.name(), first.name() + " lists no device" + missing(first));
    }

    private static boolean listsDevice(ProviderCandidate candidate) {
        try {
            return candidate.devicePresent();
        } catch (RuntimeException e) {
            return false; // what it cannot list, it cannot serve; its libraries say why
        }
    }

    private static String missing(ProviderCandidate candidate) {
        String reasons =
                candidate.libraries().stream()
                        .filter(library -> !library.loaded())
                        .map(NativeLibrary::reason)
                        .distinct()
                        .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? "" : ": " + reasons;
    }
}
