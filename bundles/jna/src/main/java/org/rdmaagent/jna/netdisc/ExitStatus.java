// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import java.util.Map;

/** What the end of a process says, as {@link Process#exitValue} gives it. */
final class ExitStatus {
    /** The JDK adds the signal's number to it. */
    private static final int SIGNALLED = 128;

    private static final Map<Integer, String> SIGNALS =
            Map.ofEntries(
                    Map.entry(1, "SIGHUP"),
                    Map.entry(2, "SIGINT"),
                    Map.entry(3, "SIGQUIT"),
                    Map.entry(4, "SIGILL"),
                    Map.entry(5, "SIGTRAP"),
                    Map.entry(6, "SIGABRT"),
                    Map.entry(7, "SIGBUS"),
                    Map.entry(8, "SIGFPE"),
                    Map.entry(9, "SIGKILL"),
                    Map.entry(11, "SIGSEGV"),
                    Map.entry(13, "SIGPIPE"),
                    Map.entry(14, "SIGALRM"),
                    Map.entry(15, "SIGTERM"),
                    Map.entry(24, "SIGXCPU"),
                    Map.entry(25, "SIGXFSZ"),
                    Map.entry(31, "SIGSYS"));

    private ExitStatus() {}

    /** A part of a sentence: {@code was ended by SIGABRT}, {@code ended with status 1}. */
    static String text(int status) {
        if (status <= SIGNALLED) {
            return "ended with status " + status;
        }
        int signal = status - SIGNALLED;
        return "was ended by " + SIGNALS.getOrDefault(signal, "signal " + signal);
    }
}
