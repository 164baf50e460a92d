// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rdmaagent.itests.jvm.speed.CallFigures;
import org.rdmaagent.itests.jvm.speed.CompletionFigures;

/** The part of {@code bench/RESULTS.md} about completions. */
final class CompletionPage {
    private static final double NANOS_PER_MICRO = 1000;
    private static final String UNDISTURBED = "undisturbed";
    private static final double MILLIONS = 1000; // nanoseconds each, to millions a second

    private final StringBuilder page = new StringBuilder(CompletionText.HEAD);
    private final List<PollFigures> all;

    private CompletionPage(List<PollFigures> all) {
        this.all = all;
    }

    static void write(List<Jdk> jdks, List<PollFigures> all, double load, Path file)
            throws IOException {
        CompletionPage page = new CompletionPage(all);
        page.machine(load);
        page.goals(jdks);
        page.table("Reading completions", CompletionFigures.COMPLETIONS, true);
        page.table("Receiving, and posting the receive again", CompletionFigures.DATAGRAMS, false);
        page.table("The same through the whole poll loop", CompletionFigures.LOOP, false);
        page.swaps();
        page.calls();
        page.missing();
        ResultsParts.put(file, page.page.toString());
    }

    private void machine(double load) throws IOException {
        ResultsPage.row(page, "machine", "");
        ResultsPage.row(page, "---", "---");
        ResultsPage.row(page, "date", LocalDate.now(ZoneOffset.UTC).toString());
        ResultsPage.row(
                page, "cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        ResultsPage.row(page, "processor", ResultsPage.processor());
        ResultsPage.row(page, "kernel", System.getProperty("os.version"));
        ResultsPage.row(
                page, "JDK", all.stream().map(PollFigures::jdk).collect(Collectors.joining(", ")));
        ResultsPage.row(
                page,
                "load average at the start and at the end",
                String.format(Locale.ROOT, "%.1f, %.1f", load, ResultsPage.load()));
        page.append('\n');
    }

    private void goals(List<Jdk> jdks) {
        page.append("## Goals\n\n");
        ResultsPage.row(page, "JDK", "way", "what", "at most", "measured", "met", UNDISTURBED);
        ResultsPage.row(page, "---", "---", "---", "---:", "---:", "---", "---:");
        for (int i = 0; i < jdks.size(); i++) {
            PollFigures figures = all.get(i);
            PollGoal.of(jdks.get(i)).forEach(goal -> goal.row(page, figures));
            double most = figures.mostBytes();
            String met = most <= 0 ? "yes" : "**no**";
            String measured = String.format(Locale.ROOT, "%.3f", most);
            ResultsPage.row(
                    page, figures.jdk(), "all", "bytes allocated each", "0", measured, met, "");
        }
        page.append('\n');
    }

    private void table(String title, String table, boolean empties) {
        page.append("## ").append(title).append("\n\n");
        page.append("Nanoseconds for one, and by those of C.\n\n");
        String other = empties ? "empty poll" : "batches of 64, middle half";
        String bytes = CompletionFigures.BYTES;
        ResultsPage.header(page, "JDK", "way", "batch 1", "16", "64", other, bytes, UNDISTURBED);
        for (PollFigures figures : all) {
            figures.rows(table).forEach(row -> timed(figures, table, row, empties));
        }
        page.append('\n');
    }

    private void timed(PollFigures figures, String table, String row, boolean empties) {
        List<String> cells = new ArrayList<>(List.of(figures.jdk(), row));
        for (int batch : CompletionFigures.BATCHES) {
            cells.add(cell(figures, table, row, batch, CompletionFigures.FULL));
        }
        cells.add(
                empties
                        ? cell(figures, table, row, 16, CompletionFigures.EMPTY)
                        : half(figures, table, row));
        cells.add(bytes(figures, table, row));
        cells.add(figures.undisturbed(table, row));
        ResultsPage.row(page, cells.toArray(String[]::new));
    }

    private static String cell(
            PollFigures figures, String table, String row, int batch, String what) {
        Optional<Double> ratio = figures.byC(table, row, batch, what);
        return figures.at(table, row, batch, what)
                .map(
                        figure ->
                                String.format(
                                        Locale.ROOT,
                                        "%.1f (%.2f)",
                                        figure.median(),
                                        ratio.orElse(Double.NaN)))
                .orElse("");
    }

    private static String half(PollFigures figures, String table, String row) {
        return figures.at(table, row, 64, CompletionFigures.FULL)
                .map(each -> String.format(Locale.ROOT, "%.1f-%.1f", each.low(), each.high()))
                .orElse("");
    }

    private static String bytes(PollFigures figures, String table, String row) {
        double most =
                CompletionFigures.BATCHES.stream()
                        .flatMap(
                                batch ->
                                        figures
                                                .at(table, row, batch, CompletionFigures.BYTES)
                                                .stream())
                        .mapToDouble(PollFigures.Figure::median)
                        .max()
                        .orElse(Double.NaN);
        return String.format(Locale.ROOT, "%.3f", most);
    }

    private void swaps() {
        page.append("## Swapping the handler\n\n").append(CompletionText.SWAPS);
        ResultsPage.header(
                page,
                "JDK",
                "way",
                "before, million/s",
                "meanwhile",
                "after",
                "pause median, us",
                "99 %, us",
                "largest, us",
                "swaps",
                UNDISTURBED);
        for (PollFigures figures : all) {
            figures.swaps().forEach((row, each) -> swapped(figures.jdk(), row, each));
        }
        page.append('\n');
    }

    private void swapped(String jdk, String row, List<Double> each) {
        ResultsPage.row(
                page,
                jdk,
                row,
                number(MILLIONS / each.get(0)),
                number(MILLIONS / each.get(1)),
                number(MILLIONS / each.get(2)),
                number(each.get(3) / NANOS_PER_MICRO),
                number(each.get(4) / NANOS_PER_MICRO),
                number(each.get(5) / NANOS_PER_MICRO),
                String.format(Locale.ROOT, "%.0f", each.get(6)),
                String.format(Locale.ROOT, "%.1f %%", 100 * each.get(7)));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private void calls() {
        page.append("## Single calls\n\n").append(CompletionText.CALLS);
        ResultsPage.header(
                page, "JDK", "way", "call", "ns", "99.9 % sure of", CompletionFigures.BYTES);
        for (PollFigures figures : all) {
            figures.figures().forEach((key, figure) -> call(figures, key, figure));
        }
        page.append('\n');
    }

    private void call(PollFigures figures, PollFigures.Key key, PollFigures.Figure figure) {
        if (!key.table().equals(CallFigures.CALLS)) {
            return;
        }
        double bytes =
                figures.at(CallFigures.GARBAGE, key.row(), 0, key.what())
                        .map(PollFigures.Figure::median)
                        .orElse(Double.NaN);
        ResultsPage.row(
                page,
                figures.jdk(),
                key.row(),
                key.what(),
                String.format(Locale.ROOT, "%.2f", figure.median()),
                String.format(Locale.ROOT, "%.2f-%.2f", figure.low(), figure.high()),
                String.format(Locale.ROOT, "%.3f", bytes));
    }

    private void missing() {
        if (all.stream().allMatch(figures -> figures.missing().isEmpty())) {
            return;
        }
        page.append("## What was not there\n\n");
        ResultsPage.row(page, "JDK", "way", "why");
        ResultsPage.row(page, "---", "---", "---");
        for (PollFigures figures : all) {
            figures.missing().forEach((row, why) -> ResultsPage.row(page, figures.jdk(), row, why));
        }
    }
}
