// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.itests.jvm.DevinfoLines;

/**
 * All phases of {@code phases.sh}, done in one guest: it takes a few seconds to start.
 *
 * @param folder what they wrote; stays there for whoever looks for the reason of a failure
 */
record GuestRun(Path folder) {
    private static final String IN = "/run/guest/in/";
    private static final int SKIPPED = 77;

    private static final boolean LONG = Boolean.getBoolean("rdma.long");

    /** About a third of it on a machine that does nothing else. */
    private static final int SECONDS = LONG ? 6000 : 700;

    private static final FutureTask<GuestRun> SHARED = new FutureTask<>(GuestRun::start);

    /** The one guest of all test classes; its failure or reason to be skipped is theirs, too. */
    static GuestRun shared() throws Exception {
        SHARED.run(); // the first time only
        try {
            return SHARED.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Runs them, or skips the tests with the reason why this machine cannot. */
    private static GuestRun start() throws IOException, InterruptedException {
        Path guest = root().resolve("itests/native/guest");
        Path out = guest.resolve("target/guest");
        deleteFiles(out);
        Files.createDirectories(out);
        Path log = guest.resolve("target/guest.log");
        Process process =
                new ProcessBuilder(command(guest, out))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            if (!process.waitFor(SECONDS + 300L, TimeUnit.SECONDS)) { // more: what is fetched once
                throw new AssertionError("guest.sh does not end; see " + log);
            }
        } finally {
            process.destroy(); // it stops its machine, too
        }
        String text = Files.readString(log, StandardCharsets.UTF_8);
        assumeTrue(process.exitValue() != SKIPPED, reason(text));
        if (process.exitValue() != 0) {
            throw new AssertionError("guest.sh: exit code " + process.exitValue() + ": " + text);
        }
        return new GuestRun(out);
    }

    private static List<String> command(Path guest, Path out) {
        List<String> command = new ArrayList<>();
        command.add(guest.resolve("guest.sh").toString());
        command.addAll(List.of("run", "--timeout", Integer.toString(SECONDS)));
        command.addAll(List.of("--out", out.toString()));
        command.addAll(List.of("--put", guest.resolve("src/test/guest/phases.sh").toString()));
        List<String> inside = new ArrayList<>();
        for (String entry : classPath()) {
            String name = "classes/" + inside.size();
            command.addAll(List.of("--put", entry + "=" + name));
            inside.add(IN + name);
        }
        command.addAll(List.of("--", IN + "phases.sh", String.join(":", inside)));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What starts quickest on an emulated processor.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-Drdma.long=" + LONG);
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        return command;
    }

    private static List<String> classPath() {
        String path =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return List.of(path.split(File.pathSeparator, -1)).stream()
                .filter(entry -> !entry.isEmpty() && new File(entry).exists())
                .toList();
    }

    private static String reason(String log) {
        return log.lines()
                .filter(line -> line.startsWith("SKIPPED: "))
                .map(line -> line.substring("SKIPPED: ".length()))
                .findFirst()
                .orElse("guest.sh gave no reason");
    }

    private static void deleteFiles(Path folder) throws IOException {
        File[] files = folder.toFile().listFiles();
        for (File file : files == null ? new File[0] : files) {
            Files.delete(file.toPath());
        }
    }

    /** The project's folder: upwards from the module's. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = Objects.requireNonNull(folder.getParent());
        }
        return folder;
    }

    /** What ibv_devinfo wrote just before a phase. */
    Devinfo devinfo(String phase) throws IOException {
        return Devinfo.parse(read(phase + ".devinfo"));
    }

    /** Every line of it about one device. */
    Map<String, String> everyLine(String phase, String device) throws IOException {
        DevinfoLines lines = DevinfoLines.parseAll(read(phase + ".devinfo")).get(device);
        return Objects.requireNonNull(lines, device).device();
    }

    /** What our classes wrote in a phase, however it ended. */
    Answers said(String phase) throws IOException {
        return Answers.parse(read(phase + ".txt"));
    }

    /** What our classes wrote in a phase that ended well. */
    Answers answers(String phase) throws IOException {
        String text = read(phase + ".txt");
        if (!read(phase + ".code").strip().equals("0")) {
            throw new AssertionError(phase + " failed: " + text + read(phase + ".err"));
        }
        return Answers.parse(text);
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
    }
}
