// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * mckey(1) of rdma-core, a member of a group that is not ours. Three seconds after it joined, it
 * sends as many messages as it is told to, or looks for as many: a receiver ends well only when it
 * has all of them. Its receives are posted before it joins, so they need not wait for that.
 */
final class Mckey implements AutoCloseable {
    /** Its completion queue is twice as long, and a device has no longer ones. */
    static final int MOST = 16_000;

    private static final long SECONDS = 60;

    private final Process process;
    private final BufferedReader lines;

    private Mckey(String address, String group, int messages, List<String> more)
            throws IOException {
        List<String> command = new ArrayList<>();
        // It writes into a pipe; the lines are to come as they are written.
        command.addAll(List.of("stdbuf", "-oL", "mckey", "-b", address, "-m", group));
        command.addAll(List.of("-C", Integer.toString(messages)));
        command.addAll(List.of("-S", Integer.toString(MulticastBench.BYTES)));
        command.addAll(more);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        lines = process.inputReader();
    }

    /** One that receives, and is a member. */
    static Mckey receives(String address, String group, int messages) throws IOException {
        Mckey made = new Mckey(address, group, messages, List.of());
        made.read("joined");
        return made;
    }

    /** One that sends. */
    static Mckey sends(String address, String group, int messages) throws IOException {
        return new Mckey(address, group, messages, List.of("-s"));
    }

    /** One that sends as a member that only sends. */
    static Mckey onlySends(String address, String group, int messages) throws IOException {
        return new Mckey(address, group, messages, List.of("-s", "-o"));
    }

    /** Reads on to the line that tells of something. */
    private void read(String word) throws IOException {
        StringBuilder said = new StringBuilder();
        String line = lines.readLine();
        while (line != null && !line.contains(word)) {
            said.append(line).append("; ");
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("mckey: " + said);
        }
    }

    /** Whether it still runs. */
    boolean runs() {
        return process.isAlive();
    }

    /** How it ended: "0", or its exit code with what it wrote. */
    String end() throws InterruptedException {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return "it does not end";
        }
        int code = process.exitValue();
        return code == 0 ? "0" : code + ": " + String.join("; ", rest());
    }

    private List<String> rest() {
        try {
            return lines.lines().toList();
        } catch (UncheckedIOException e) {
            return List.of(e.toString());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
