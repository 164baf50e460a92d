// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The C program that does the same, run as a whole. */
final class Ibnetdiscover {
    private static final Pattern SMPS = Pattern.compile("# Total MADs used: (\\d+)");

    private final String program = NativeTools.program("ibnetdiscover", "infiniband-diags");
    private final Map<String, String> environment;
    private final Path folder;

    Ibnetdiscover(Map<String, String> environment, Path folder) {
        this.environment = environment;
        this.folder = folder;
    }

    /** The text that it writes, and the SMPs that it needed for it. */
    record Answer(String text, long smps) {}

    Answer answer(int window) throws IOException, InterruptedException {
        String text = Child.run(command(window, "-m"), environment, folder, 120).wellEnded();
        long smps =
                SMPS.matcher(text)
                        .results()
                        .map((MatchResult found) -> Long.parseLong(found.group(1)))
                        .findFirst()
                        .orElseThrow(() -> new IOException("no count of MADs from " + program));
        return new Answer(text, smps);
    }

    /**
     * Runs it with its output to nowhere.
     *
     * @param window SMPs on the wire, its option {@code -o}
     * @return wall time of the process, nanoseconds
     */
    long nanos(int window) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(window)).directory(folder.toFile());
        builder.environment().putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        long start = System.nanoTime();
        int exit = builder.start().waitFor();
        long took = System.nanoTime() - start;
        if (exit != 0) {
            throw new IOException(program + " ended with status " + exit);
        }
        return took;
    }

    private List<String> command(int window, String... more) {
        List<String> command = new ArrayList<>(List.of(program, "-o", Integer.toString(window)));
        command.addAll(List.of(more));
        return command;
    }
}
