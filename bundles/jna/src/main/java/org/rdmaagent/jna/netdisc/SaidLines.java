// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmaagent.spi.FabricScanListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes on what the process writes, line by line, and keeps the last lines. One thread reads; any
 * thread may ask for the last lines.
 */
final class SaidLines {
    /** A longer line goes on in the next one. */
    static final int MAX_CHARACTERS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(SaidLines.class);
    private static final int KEPT_LINES = 5;

    /** Of the lines that a JVM writes when a library crashes in it: the signal, and where. */
    private static final Pattern CRASH =
            Pattern.compile("# +((?:SIG[A-Z]+ |Internal Error|[CVJjv] +\\[).*)");

    private final FabricScanListener listener;
    private final Deque<String> last = new ArrayDeque<>();
    private final StringBuilder line = new StringBuilder();
    private boolean listenerFailed;

    SaidLines(FabricScanListener listener) {
        this.listener = listener;
    }

    /** Reads to the end; a listener that throws is told no more, and the reading goes on. */
    void readAll(InputStream stream) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (int character = in.read(); character >= 0; character = in.read()) {
                if (character == '\n') {
                    endLine();
                } else {
                    line.append((char) character);
                    if (line.length() == MAX_CHARACTERS) {
                        endLine();
                    }
                }
            }
        } catch (IOException e) {
            // The process was killed meanwhile: as good as an end.
        }
        if (!line.isEmpty()) {
            endLine();
        }
    }

    private void endLine() {
        String said = line.toString().stripTrailing();
        line.setLength(0);
        if (said.isEmpty()) {
            return;
        }
        String telling = telling(said);
        if (!telling.isEmpty()) {
            keep(telling);
        }
        tell(said);
    }

    /** What of a line is worth keeping; empty for one that tells nobody anything. */
    private static String telling(String said) {
        if (said.startsWith("\tat ")) { // where in the child's Java
            return "";
        }
        if (!said.startsWith("#")) {
            return said;
        }
        Matcher crash = CRASH.matcher(said); // the JVM's report drives out the library's words
        return crash.matches() ? crash.group(1) : "";
    }

    private void keep(String said) {
        synchronized (last) {
            if (last.size() == KEPT_LINES) {
                last.removeFirst();
            }
            last.add(said);
        }
    }

    private void tell(String said) {
        if (listenerFailed) {
            return;
        }
        try {
            listener.said(said);
        } catch (RuntimeException e) {
            listenerFailed = true;
            LOG.warn("A listener to a scan threw; it hears no more of it", e);
        }
    }

    /** The last lines as one, without characters that could disturb a terminal. */
    String last() {
        synchronized (last) {
            return String.join(" / ", last).replaceAll("\\p{Cntrl}", " ");
        }
    }
}
