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
        assertEquals(3, full(process(9, 0, 10), process(3, 0, 11), process(1, 0, 10)));
        assertEquals(3, full(process(9, 1, 10), process(3, 1, 11), process(1, 1, 10)));
    }

    @Test
    void aProcessThatWasDisturbedDoesNotCountBesideOthers() {
        assertEquals(2, full(process(1, 0, 10), process(2, 0, 11), process(9, 1, 10)));
    }

    @Test
    void aProcessThatWasDisturbedAllTheTimeDoesNotKnowIt() {
        assertEquals(2, full(process(9, 0, 20), process(2, 0, 11), process(1, 0, 10)));
        assertEquals(8, full(process(8, 0, 20), process(9, 1, 10), process(7, 1, 10)));
    }

    @Test
    void ofNoProcessThatWasAloneItIsSaid() {
        String slow = process(8, 0, 20) + "\n" + process(9, 1, 10) + "\n";
        assertEquals("50.0 %, all", undisturbed(slow));
        assertEquals("50.0 %", undisturbed(slow + process(2, 0, 11)));
    }

    private static double full(String... processes) {
        return PollFigures.parse("17", String.join("\n", List.of(processes)))
                .at("reading", "jna", 1, "full")
                .orElseThrow()
                .median();
    }

    private static String process(double full, int allCount, double strain) {
        return String.join(
                "\n",
                line("jna", 1, "full", full),
                line("jna", 1, "quiet", 0.5),
                line("jna", 1, "all count", allCount),
                line("jna", 1, "strain", strain));
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
