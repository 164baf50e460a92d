// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmaagent.itests.jvm.speed.CompletionFigures;

/**
 * What a way to poll was to reach beside C.
 *
 * @param table of the figures
 * @param row the way
 * @param limits the most that its ratios to C may be, at each batch size
 * @param emptyLimit the same of an empty poll; none if that is not asked for
 */
record PollGoal(String table, String row, List<Double> limits, Optional<Double> emptyLimit) {
    private static final String NOT_THERE = "not there";

    /** Those of a JDK. */
    static List<PollGoal> of(Jdk jdk) {
        List<PollGoal> goals = new ArrayList<>(of("jna", List.of(4.5, 1.5, 1.2)));
        if (jdk.feature() >= Jdk.ASKS_FOR_NATIVE) {
            goals.addAll(of("ffm", List.of(1.2, 1.15, 1.1)));
        }
        return goals;
    }

    private static List<PollGoal> of(String access, List<Double> peek) {
        String read = CompletionFigures.COMPLETIONS;
        String direct = "direct (" + access + ")";
        return List.of(
                new PollGoal(read, "peek+" + access, peek, Optional.of(0.15)),
                new PollGoal(read, direct, List.of(0.25, 0.3, 0.25), Optional.of(0.25)),
                new PollGoal(
                        CompletionFigures.DATAGRAMS,
                        direct,
                        List.of(0.25, 0.3, 0.3),
                        Optional.empty()));
    }

    /** Whether there is one for a way to poll. */
    static boolean asksFor(String way) {
        return Stream.of("jna", "ffm")
                .flatMap(access -> of(access, List.of()).stream())
                .anyMatch(goal -> goal.row.equals(way));
    }

    /** The row of the table of goals. */
    void row(StringBuilder page, PollFigures figures) {
        List<Optional<Double>> ratios =
                CompletionFigures.BATCHES.stream()
                        .map(batch -> figures.byC(table, row, batch, CompletionFigures.FULL))
                        .toList();
        Optional<Double> empty = emptyRatio(figures);
        ResultsPage.row(
                page,
                figures.jdk(),
                row,
                table,
                cell(limits.stream().map(Optional::of).toList(), emptyLimit),
                ratios.stream().allMatch(Optional::isEmpty) ? NOT_THERE : cell(ratios, empty),
                isMet(ratios, empty) ? "yes" : "**no**",
                figures.undisturbed(table, row));
    }

    /** Of the batch size in the middle: that of an empty poll matters to none of them. */
    private Optional<Double> emptyRatio(PollFigures figures) {
        return emptyLimit.flatMap(
                unused ->
                        figures.byC(
                                table,
                                row,
                                CompletionFigures.BATCHES.get(1),
                                CompletionFigures.EMPTY));
    }

    private boolean isMet(List<Optional<Double>> ratios, Optional<Double> empty) {
        for (int i = 0; i < limits.size(); i++) {
            double limit = limits.get(i);
            if (ratios.get(i).filter(ratio -> ratio <= limit).isEmpty()) {
                return false;
            }
        }
        return emptyLimit.isEmpty() || empty.filter(ratio -> ratio <= emptyLimit.get()).isPresent();
    }

    private static String cell(List<Optional<Double>> ratios, Optional<Double> empty) {
        String full =
                ratios.stream()
                        .map(ratio -> ratio.map(PollGoal::number).orElse(NOT_THERE))
                        .collect(Collectors.joining(" / "));
        return full + empty.map(ratio -> ", empty " + number(ratio)).orElse("");
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
