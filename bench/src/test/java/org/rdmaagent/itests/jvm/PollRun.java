// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.itests.jvm.speed.CallFigures;
import org.rdmaagent.itests.jvm.speed.CompletionFigures;

/** The JVMs that measure on the emulated device: each for one way to poll. */
final class PollRun {
    /** Only for trying out: far fewer rounds, no single calls, and the page is kept as it is. */
    static final boolean SHORT = Boolean.getBoolean("bench.short");

    /** Samples that are to count of each figure, and the most seconds for a table. */
    private static final String SAMPLES = SHORT ? "20" : "60";

    private static final String SECONDS = SHORT ? "2" : "8";

    /** A JVM compiles the same code now a little better, now a little worse. */
    private static final int PROCESSES = SHORT ? 1 : 3;

    private static final long LIMIT_SECONDS = TimeUnit.MINUTES.toSeconds(20);
    private static final String FFM_CLASS = "org/rdmaagent/ffm/FfmAccess.class";
    private static final String DEVICE_CPU = "0";

    private final Path folder;
    private final Path twin;
    private final Map<String, String> environment;

    private PollRun(Path folder, Path twin, String preload) {
        this.folder = folder;
        this.twin = twin;
        this.environment = Map.of("LD_PRELOAD", preload, "MLX4EMU_CPU", DEVICE_CPU);
    }

    /** Builds what is in C. */
    static PollRun prepare(Path folder) throws IOException, InterruptedException {
        String preload = NativeTools.mlx4emu();
        Path twin = folder.resolve("libtwin.so");
        Path source = NativeTools.root().resolve("bench/src/test/c/completions.c");
        GccRun.compile(folder, source, twin, "-O2", "-fPIC", "-shared", "-libverbs");
        return new PollRun(folder, twin, preload);
    }

    /** All figures of a JDK. */
    PollFigures on(Jdk jdk) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        for (String way : CompletionFigures.WAYS) {
            List<String> arguments = List.of(SAMPLES, SECONDS, way);
            int processes = PollGoal.asksFor(way) ? PROCESSES : 1;
            for (int i = 0; i < processes; i++) {
                text.append(run(jdk, CompletionFigures.class.getName(), arguments));
            }
        }
        PollFigures figures = PollFigures.parse(jdk.version(), text.toString());
        if (SHORT) {
            return figures;
        }
        List<String> rows = figures.rows(CompletionFigures.COMPLETIONS);
        String calls = run(jdk, CallFigures.class.getName(), rows.subList(1, rows.size()));
        return PollFigures.parse(jdk.version(), text + calls);
    }

    private String run(Jdk jdk, String mainClass, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(Child.java(mainClass, arguments.toArray(String[]::new)));
        command.set(0, jdk.java().toString());
        command.addAll(1, List.of("-Dbench.twin=" + twin, "-Xmx512m"));
        if (jdk.feature() >= Jdk.ASKS_FOR_NATIVE) {
            command.addAll(
                    1,
                    List.of(
                            "--enable-native-access=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow"));
            withFfm(command);
        }
        return Child.run(command, environment, folder, LIMIT_SECONDS).wellEnded();
    }

    /** Its classes are for newer JVMs than this one may be, so that they are no dependency. */
    private static void withFfm(List<String> command) {
        Path classes = NativeTools.root().resolve("bundles/ffm/target/classes");
        if (Files.isReadable(classes.resolve(FFM_CLASS))) {
            int path = command.indexOf("-cp") + 1;
            command.set(path, command.get(path) + File.pathSeparator + classes);
        }
    }
}
