// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Timer;
import java.util.TimerTask;

/** Reads what a process writes, does something at a line, and goes on to the end. */
final class SweepWatch {
    private static final long LIMIT_MILLIS = 60_000;

    private SweepWatch() {}

    static String untilEnd(Process process, String atLine, Runnable action) throws IOException {
        StringBuilder text = new StringBuilder();
        Timer limit = new Timer("sweep-limit", true);
        limit.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        process.destroyForcibly();
                    }
                },
                LIMIT_MILLIS);
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                process.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                text.append(line).append('\n');
                if (line.equals(atLine)) {
                    action.run();
                }
            }
        } finally {
            limit.cancel();
        }
        return text.append("exit=").append(process.onExit().join().exitValue()).toString();
    }
}
