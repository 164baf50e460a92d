// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SaidLinesTest {
    private final List<String> heard = new ArrayList<>();
    private final SaidLines lines = new SaidLines(heard::add);

    private static ByteArrayInputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void eachLineIsPassedOnAndTheLastOnesAreKept() {
        lines.readAll(text("one\ntwo\r\n\nthree\nfour\nfive\nsix\tä\u001b[2J"));
        assertEquals(List.of("one", "two", "three", "four", "five", "six\tä\u001b[2J"), heard);
        assertEquals("two / three / four / five / six ä [2J", lines.last());
    }

    @Test
    void nothingSaidIsNothing() {
        lines.readAll(text(""));
        assertEquals(List.of(), heard);
        assertEquals("", lines.last());
    }

    @Test
    void aLineWithoutAnEndIsCut() {
        lines.readAll(text("x".repeat(SaidLines.MAX_CHARACTERS * 2 + 1)));
        assertEquals(
                List.of(SaidLines.MAX_CHARACTERS, SaidLines.MAX_CHARACTERS, 1),
                heard.stream().map(String::length).toList());
    }

    @Test
    void whereInTheCodeIsNotAmongTheLastLines() {
        lines.readAll(text("Exception: why\n\tat a.B.c(B.java:1)\n\tat d.E.f(E.java:2)\n"));
        assertEquals("Exception: why", lines.last());
        assertEquals(3, heard.size());
    }

    @Test
    void ofTheReportOfACrashTheSignalAndThePlaceAreKept() {
        lines.readAll(
                text(
                        """
                        ibwarn: umad_recv failed: -5
                        #
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  SIGSEGV (0xb) at pc=0x00007f, pid=7, tid=8
                        #
                        # JRE version: OpenJDK Runtime Environment (17.0)
                        # Problematic frame:
                        # C  [libc.so.6+0x9b123]  free+0x23
                        #
                        # CreateCoredumpOnCrash turned off, no core file dumped
                        #
                        # An error report file with more information is saved as:
                        # hs_err.log
                        """));
        assertEquals(
                "ibwarn: umad_recv failed: -5 / SIGSEGV (0xb) at pc=0x00007f, pid=7, tid=8"
                        + " / C  [libc.so.6+0x9b123]  free+0x23",
                lines.last());
        assertEquals(14, heard.size());
    }

    @Test
    void aListenerThatThrowsHearsNoMoreAndTheReadingGoesOn() {
        SaidLines others =
                new SaidLines(
                        line -> {
                            heard.add(line);
                            throw new IllegalStateException(line);
                        });
        others.readAll(text("one\ntwo\n"));
        assertEquals(List.of("one"), heard);
        assertEquals("one / two", others.last());
    }
}
