// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PollFiguresTest {
    @Test
    void theLeastShareOfABatchSizeIsTold() {
        assertEquals(
                "12.5 %",
                undisturbed(
                        line("jna", 1, "quiet", 0.25),
                        line("jna", 16, "quiet", 0.125),
                        line("peek+jna", 16, "quiet", 0.0625)));
    }

    @Test
    void aRowSaysThatAllItsSamplesCount() {
        assertEquals(
                "0.2 %, all",
                undisturbed(
                        line("jna", 1, "quiet", 0.002),
                        line("jna", 1, "all count", 1),
                        line("jna", 16, "quiet", 0.5),
                        line("jna", 16, "all count", 0)));
    }

    @Test
    void ofSeveralProcessesTheOneInTheMiddleIsTold() {
        assertEquals(
                "30.0 %",
                undisturbed(
                        line("jna", 1, "quiet", 0.001),
                        line("jna", 1, "all count", 1),
                        line("jna", 1, "quiet", 0.4),
                        line("jna", 1, "all count", 0),
                        line("jna", 1, "quiet", 0.3),
                        line("jna", 1, "all count", 0)));
    }

    @Test
    void nothingIsToldOfARowThatWasNotMeasured() {
        assertEquals("", undisturbed(line("peek+jna", 1, "quiet", 0.5)));
    }

    private static String undisturbed(String... lines) {
        return PollFigures.parse("17", String.join("\n", List.of(lines)))
                .undisturbed("reading", "jna");
    }

    private static String line(String row, int batch, String what, double value) {
        return String.join(
                "\t",
                List.of(
                        "figure",
                        "reading",
                        row,
                        Integer.toString(batch),
                        what,
                        Double.toString(value),
                        "0",
                        "0",
                        "1"));
    }
}
