// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.settings.SettingsFiles;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/** The health check {@code mlx4}: what is not as the files want it, and what allocators lack. */
final class Mlx4Health {
    private static final String NAME = "mlx4";

    /** Troubles that are named. */
    private static final int MOST = 5;

    private Mlx4Health() {}

    static HealthResult of(
            @Nullable Mlx4Library library, SettingsFiles files, List<String> others) {
        List<String> complaints = new ArrayList<>(files.troubles());
        complaints.addAll(others);
        try {
            String sum = judge(library, files, complaints);
            return complaints.isEmpty()
                    ? new HealthResult(NAME, HealthGrade.OK, sum)
                    : new HealthResult(
                            NAME,
                            HealthGrade.WARN,
                            sum + "; " + String.join("; ", shortened(complaints)));
        } catch (RuntimeException e) {
            // A provider on its way out may throw anything; health is told by value.
            return new HealthResult(
                    NAME, HealthGrade.WARN, "the contexts cannot be looked at: " + e);
        }
    }

    private static String judge(
            @Nullable Mlx4Library library, SettingsFiles files, List<String> complaints) {
        if (library == null) {
            files.byDevice().values().forEach(names -> complaints.add(without(names)));
            return "no libmlx4";
        }
        files.byDevice().forEach((device, names) -> askFor(library, device, names, complaints));
        List<Mlx4ContextStatus> contexts = Ground.statuses(library);
        List<String> there = library.allocators();
        List<ContextPlan> plans = library.plans();
        complaints.addAll(RangeHealth.beyondBound(files, contexts));
        contexts.forEach(
                status -> {
                    complain(status, plans, complaints);
                    complainOfAbsence(status, there, complaints);
                });
        return "contexts: " + contexts.size() + " on " + library.devices();
    }

    private static String without(Set<String> files) {
        return "no provider serves libmlx4, which "
                + String.join(", ", files)
                + " needs: see NativeLibraries of rdma:type=Agent";
    }

    private static void askFor(
            Mlx4Library library, String device, Set<String> files, List<String> complaints) {
        String why;
        try {
            why = library.refusal(device);
        } catch (RdmaException e) {
            why = e.remedy();
        }
        if (!why.isEmpty()) {
            complaints.add(String.join(", ", files) + ": " + device + " cannot be used: " + why);
        }
    }

    private static void complain(
            Mlx4ContextStatus status, List<ContextPlan> plans, List<String> complaints) {
        String subject = status.device() + " " + status.context() + ": ";
        afterReopening(status, plans)
                .ifPresent(
                        what ->
                                complaints.add(
                                        subject
                                                + status.origin()
                                                + " asks for what comes into force when it is"
                                                + " opened again ("
                                                + what
                                                + "): call reopen"));
        if (!status.note().isEmpty()) {
            complaints.add(subject + status.note());
        }
        complain(subject, status.allocator().statistics(), complaints);
    }

    private static Optional<String> afterReopening(
            Mlx4ContextStatus status, List<ContextPlan> plans) {
        if (!status.needsReopen()) {
            return Optional.empty();
        }
        String planned = status.allocator().planned();
        String inForce = status.allocator().name();
        // Among the others a change needs none.
        return planned.equals(Mlx4Allocators.SYSTEM) == inForce.equals(Mlx4Allocators.SYSTEM)
                ? RangeHealth.afterReopening(status, plans)
                : Optional.of("allocator " + planned + ", in force " + inForce);
    }

    private static void complainOfAbsence(
            Mlx4ContextStatus status, List<String> there, List<String> complaints) {
        String planned = status.allocator().planned();
        if (!there.contains(planned)) {
            complaints.add(
                    status.device()
                            + " "
                            + status.context()
                            + ": there is no allocator '"
                            + planned
                            + "' now: start the bundle that has it");
        }
    }

    private static void complain(
            String subject, AllocatorStatistics figures, List<String> complaints) {
        Map<String, Long> counts =
                Map.of(
                        "requests without memory", figures.failures(),
                        "requests that got ordinary pages", figures.fallbacks(),
                        "bytes not taken back", figures.lostBytes());
        List<String> some =
                counts.entrySet().stream()
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getKey() + " " + count.getValue())
                        .sorted()
                        .toList();
        if (!some.isEmpty()) {
            complaints.add(
                    subject
                            + "since it was opened, until it is reopened: "
                            + String.join(", ", some)
                            + (figures.lastTrouble().isEmpty()
                                    ? ""
                                    : ", the last time: " + figures.lastTrouble()));
        }
    }

    private static List<String> shortened(List<String> all) {
        if (all.size() <= MOST) {
            return all;
        }
        List<String> some = new ArrayList<>(all.subList(0, MOST));
        some.add("and " + (all.size() - MOST) + " more");
        return some;
    }
}
