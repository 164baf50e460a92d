// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program run to its end, with a time limit: a preload must be there from its start, and some
 * failures of the libraries end or hang the process that they happen in.
 *
 * @param exit its status; 137 if it was killed for the time
 * @param text what it wrote
 * @param errors what it wrote to its error output
 */
public record Child(int exit, String text, String errors) {
    static final int KILLED = 137;

    /** The same JVM and classes as this one's. */
    public static List<String> java(String mainClass, String... arguments) {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs it to its end; kills it when the time is over. */
    public static Child run(
            List<String> command, Map<String, String> environment, Path folder, long seconds)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "child", ".out");
        Path err = Files.createTempFile(folder, "child", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(environment);
        Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return new Child(process.exitValue(), read(out), read(err));
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /** What it wrote, if it ended well. */
    public String wellEnded() {
        if (exit != 0) {
            throw new AssertionError("exit status " + exit + ": " + text + errors);
        }
        return text;
    }

    /** The value of a line {@code key=value}. */
    public String value(String key) {
        return text.lines()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + key + " in " + text + errors));
    }
}
