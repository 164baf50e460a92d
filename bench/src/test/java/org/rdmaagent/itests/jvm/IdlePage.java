// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.IdleStrategy;

/** The part of {@code bench/RESULTS.md} about poll loops. */
final class IdlePage {
    private static final String TITLE = "# Idle strategies of a poll loop\n";
    private static final String TEXT =
            """

            What was measured: one loop (batch 64, thread not pinned, ordinary priority) over one queue of the \
            emulated mlx4 device, in a JVM of its own for each row.

            - CPU at rest: user and system time of the loop's thread over SECONDS s without a message, from /proc; \
            100 % is one CPU. /proc counts in steps of 10 ms: 0.2 %.
            - wake-up: from the device's writing of a message to the call of the handler, on one clock. MESSAGES \
            messages, each after a random pause of 0.1 to 5.1 ms. For `event` it includes the device's event, the \
            kernel's wake-up of poll(2) and the look afterwards.
            - The device is a thread of the same process, without interrupts: a card adds some microseconds \
            to `event`. With few cores device, sender and loop share them.

            """;
    private static final double PERCENT = 100;
    private static final double GOAL_PERCENT = 2;
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private IdlePage() {}

    static void write(List<IdleRow> rows, double load, Path file) throws IOException {
        StringBuilder page = new StringBuilder(TITLE);
        page.append(
                TEXT.replace("SECONDS", Integer.toString(IdleFigures.REST_SECONDS))
                        .replace("MESSAGES", Integer.toString(IdleFigures.MESSAGES)));
        ResultsPage.row(page, "machine", "");
        ResultsPage.row(page, "---", "---");
        ResultsPage.row(page, "date", LocalDate.now(ZoneOffset.UTC).toString());
        ResultsPage.row(
                page, "cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        ResultsPage.row(page, "processor", ResultsPage.processor());
        ResultsPage.row(page, "kernel", System.getProperty("os.version"));
        ResultsPage.row(
                page,
                "load average at the start and at the end",
                String.format(Locale.ROOT, "%.1f, %.1f", load, ResultsPage.load()));
        page.append('\n');
        ResultsPage.goals(
                page,
                rows.stream()
                        .filter(row -> row.idle() == IdleStrategy.EVENT)
                        .map(IdlePage::goal)
                        .toList());
        table(page, rows);
        ResultsParts.put(file, page.toString());
    }

    private static Goal goal(IdleRow row) {
        return new Goal(
                "CPU of a loop at rest, event, JDK " + row.jdk(),
                GOAL_PERCENT,
                row.cpu() * PERCENT,
                " %");
    }

    private static void table(StringBuilder page, List<IdleRow> rows) {
        page.append("## At rest and woken up\n\n");
        ResultsPage.header(
                page,
                "JDK",
                "idle",
                "CPU at rest, %",
                "wake-up median, us",
                "99 %, us",
                "largest, us");
        for (IdleRow row : rows) {
            ResultsPage.row(
                    page,
                    row.jdk(),
                    row.idle().name().toLowerCase(Locale.ROOT),
                    String.format(Locale.ROOT, "%.1f", row.cpu() * PERCENT),
                    micros(row.median()),
                    micros(row.percentile99()),
                    micros(row.largest()));
        }
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MICRO);
    }
}
