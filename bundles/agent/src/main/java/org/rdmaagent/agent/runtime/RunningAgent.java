// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Version;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.FieldOption;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.rdmaagent.agent.AgentService;
import org.rdmaagent.agent.BundleStatus;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.NativeLibrary;
import org.rdmaagent.spi.ProviderCandidate;
import org.rdmaagent.spi.ProviderChoice;
import org.rdmaagent.spi.ProviderProperties;

/** Gathers what the agent says about itself; holds nothing but the time of its start. */
@Component
public final class RunningAgent implements AgentService {
    private static final String OURS = "org.rdmaagent.";

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            fieldOption = FieldOption.REPLACE)
    private volatile List<ProviderCandidate> candidates = List.of();

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            fieldOption = FieldOption.REPLACE)
    private volatile List<HealthCheck> checks = List.of();

    private final BundleContext context;
    private final ProviderChoice choice;
    private final long sinceNanos = System.nanoTime();

    @Activate
    public RunningAgent(BundleContext context, @Reference ProviderChoice choice) {
        this.context = context;
        this.choice = choice;
    }

    @Override
    public String version() {
        return productVersion(context.getBundle().getVersion());
    }

    @Override
    public String provider() {
        return face(choice.provider());
    }

    @Override
    public String providerReason() {
        return choice.reason();
    }

    @Override
    public List<NativeLibrary> nativeLibraries() {
        return candidates.stream()
                .flatMap(candidate -> candidate.libraries().stream())
                .sorted(Comparator.comparing(NativeLibrary::name))
                .toList();
    }

    @Override
    public List<BundleStatus> bundles() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> String.valueOf(bundle.getSymbolicName()).startsWith(OURS))
                .map(RunningAgent::status)
                .sorted(Comparator.comparing(BundleStatus::name))
                .toList();
    }

    @Override
    public List<HealthResult> health() {
        return Stream.concat(
                        Stream.of(providerHealth(choice)), checks.stream().map(RunningAgent::run))
                .sorted(Comparator.comparing(HealthResult::name))
                .toList();
    }

    @Override
    public Duration uptime() {
        return Duration.ofNanos(System.nanoTime() - sinceNanos);
    }

    /** As Maven and the operator write it: {@code 0.1.0-SNAPSHOT}. */
    static String productVersion(Version version) {
        String numbers = version.getMajor() + "." + version.getMinor() + "." + version.getMicro();
        return version.getQualifier().isEmpty() ? numbers : numbers + "-" + version.getQualifier();
    }

    static String face(String provider) {
        return switch (provider) {
            case ProviderProperties.SIM, ProviderDecision.NONE -> provider;
            default -> "native";
        };
    }

    static HealthResult providerHealth(ProviderChoice choice) {
        boolean none = choice.provider().equals(ProviderDecision.NONE);
        return new HealthResult(
                "provider", none ? HealthGrade.CRITICAL : HealthGrade.OK, choice.reason());
    }

    /** A check that throws against its contract must not hide the others. */
    static HealthResult run(HealthCheck check) {
        try {
            return check.check();
        } catch (RuntimeException e) {
            return new HealthResult(
                    check.getClass().getSimpleName(),
                    HealthGrade.CRITICAL,
                    "the check itself failed: " + e);
        }
    }

    private static BundleStatus status(Bundle bundle) {
        return new BundleStatus(
                bundle.getSymbolicName(), bundle.getVersion().toString(), state(bundle.getState()));
    }

    private static String state(int state) {
        return switch (state) {
            case Bundle.UNINSTALLED -> "UNINSTALLED";
            case Bundle.INSTALLED -> "INSTALLED";
            case Bundle.RESOLVED -> "RESOLVED";
            case Bundle.STARTING -> "STARTING";
            case Bundle.STOPPING -> "STOPPING";
            case Bundle.ACTIVE -> "ACTIVE";
            default -> "state " + state;
        };
    }
}
