// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The part of {@code bench/RESULTS.md} about discovery, and what the other parts share. */
final class ResultsPage {
    private static final String TEXT =
            """
            # Discovery beside ibnetdiscover

            Written by `./check --bench`; the next run overwrites it. Only the ratios mean anything: the times \
            are those of one machine on one day, with whatever else it had to do.

            What was measured: one ibsim (Debian's, no latency of its own) serves a generated fat tree; \
            `ibnetdiscover -o N` and our engine over libibumad discover it by turns, at each window as often \
            as "rounds" says. Each time all nodes and links were found. The trees of 11400 and 18000 nodes have \
            three levels of switches with 40 ports. ibsim has no subnet manager, and its ports claim to support \
            12 lanes where cables have 4: every link is a problem of the result, and counts in its heap.

            - ibnetdiscover: wall time of the whole process, output to /dev/null.
            - ours: wall time of a sweep in a JVM that stays, from opening the port to the assembled result; \
            "and text" adds the export as ibnetdiscover's text, which its process writes too. Sweeps are \
            discarded until they grow no faster; how many is in the last column.
            - confirming: ours with the result before at hand, nothing changed; every known link is confirmed. \
            The SMPs are the most of all rounds, since each one asks another share again.
            - heap: what is reachable with the result less what is reachable without it, after collections.
            - window: maxSmpsOnWire of ours, -o of theirs; both are measured at the same ones, and each one's \
            best is the one with the least median.
            - Times in milliseconds: median (least-most). Ratio: our median by theirs; below 1 ours is faster.

            """;

    private ResultsPage() {}

    static void write(List<Race.Result> results, Race.Result delayed, List<Double> loads, Path file)
            throws IOException {
        StringBuilder page = new StringBuilder(TEXT);
        machine(page, loads);
        goals(page, Goal.of(results, delayed));
        page.append("## Window ").append(Race.WINDOW).append("\n\n");
        summary(page, results);
        page.append("## Window ").append(Race.WINDOW).append(", answers held for 500 us\n\n");
        page.append("A preload of ours (src/test/c) holds back what ibsim answers.\n\n");
        summary(page, List.of(delayed));
        confirming(page, results);
        windows(page, results);
        ResultsParts.put(file, page.toString());
    }

    /** The load average of the last minute; below 0 if the system does not tell. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static void machine(StringBuilder page, List<Double> loads) throws IOException {
        List<String> texts = new ArrayList<>();
        loads.forEach(load -> texts.add(String.format(Locale.ROOT, "%.1f", load)));
        row(page, "machine", "");
        row(page, "---", "---");
        row(page, "date", LocalDate.now(ZoneOffset.UTC).toString());
        row(page, "cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        row(page, "processor", processor());
        row(page, "kernel", System.getProperty("os.version"));
        row(page, "JDK", System.getProperty("java.vm.name") + " " + Runtime.version());
        row(page, "load average at the start and after each fabric", String.join(", ", texts));
        page.append('\n');
    }

    static String processor() throws IOException {
        return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("not told");
    }

    static void goals(StringBuilder page, List<Goal> goals) {
        page.append("## Goals\n\n");
        row(page, "figure", "at most", "measured", "met");
        row(page, "---", "---:", "---:", "---");
        for (Goal goal : goals) {
            String met = goal.met() ? "yes" : "**no**";
            row(page, goal.what(), goal.limitCell(), goal.measuredCell(), met);
        }
        page.append('\n');
    }

    private static void confirming(StringBuilder page, List<Race.Result> results) {
        page.append("## Confirming, and what a result holds\n\n");
        header(
                page,
                "nodes",
                "confirming",
                "full",
                "ratio",
                "SMPs confirming",
                "SMPs full",
                "ratio",
                "heap in MB");
        for (Race.Result result : results) {
            Series full = result.oursAtWindow();
            row(
                    page,
                    Integer.toString(result.nodes()),
                    result.confirming().cell(),
                    full.cell(),
                    result.confirming().ratio(full),
                    Long.toString(result.confirmingSmps()),
                    Long.toString(result.ourSmps()),
                    String.format(Locale.ROOT, "%.3f", result.confirmingRatio()),
                    String.format(Locale.ROOT, "%.1f", result.heldBytes() / 1e6));
        }
        page.append('\n');
    }

    private static void summary(StringBuilder page, List<Race.Result> results) {
        header(
                page,
                "nodes",
                "switches",
                "links",
                "rounds",
                "ours",
                "and text",
                "ibnetdiscover",
                "ratio",
                "ratio and text",
                "SMPs ours",
                "SMPs ibnetdiscover",
                "ratio",
                "discarded");
        for (Race.Result result : results) {
            Series ours = result.at(result.ours(), Race.WINDOW);
            Series withText = result.at(result.oursWithText(), Race.WINDOW);
            Series theirs = result.at(result.theirs(), Race.WINDOW);
            row(
                    page,
                    Integer.toString(result.topology().nodes().size()),
                    Integer.toString(result.switches()),
                    Integer.toString(result.topology().links().size()),
                    Integer.toString(result.rounds()),
                    ours.cell(),
                    withText.cell(),
                    theirs.cell(),
                    "**" + ours.ratio(theirs) + "**",
                    withText.ratio(theirs),
                    Long.toString(result.ourSmps()),
                    Long.toString(result.theirSmps()),
                    String.format(Locale.ROOT, "%.3f", result.smpRatio()),
                    Integer.toString(result.discarded()));
        }
        page.append('\n');
    }

    private static void windows(StringBuilder page, List<Race.Result> results) {
        page.append("## Other windows\n\n");
        header(page, "nodes", "window", "ours", "ibnetdiscover", "ours by the best ibnetdiscover");
        for (Race.Result result : results) {
            Series fastest = result.at(result.theirs(), result.theirBest());
            for (int window : result.theirs().keySet()) {
                Series ours = result.at(result.ours(), window);
                Series theirs = result.at(result.theirs(), window);
                row(
                        page,
                        Integer.toString(result.topology().nodes().size()),
                        Integer.toString(window),
                        ours.cell() + (window == result.ourBest() ? " best" : ""),
                        theirs.cell() + (window == result.theirBest() ? " best" : ""),
                        ours.ratio(fastest));
            }
        }
    }

    /** The columns' names; figures stand at the right. */
    static void header(StringBuilder page, String... names) {
        row(page, names);
        row(page, Collections.nCopies(names.length, "---:").toArray(String[]::new));
    }

    static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
