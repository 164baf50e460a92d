// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.fabric.discovery.SweepsOnDemand;

/** A JVM of our engine that sweeps when it is told to, and grows warm. */
final class WarmJvm implements AutoCloseable {
    private static final int FEWEST = 6;
    private static final int MOST = 30;
    private static final double GAIN = 0.95;

    private final Process process;
    private final BufferedReader answers;
    private final Path errors;

    private WarmJvm(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.answers =
                new BufferedReader(
                        new InputStreamReader(
                                process.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    static WarmJvm start(Map<String, String> environment, Path folder) throws IOException {
        Path errors = folder.resolve("sweeps.err");
        ProcessBuilder builder = new ProcessBuilder(Child.java(SweepsOnDemand.class.getName()));
        builder.directory(folder.toFile()).environment().putAll(environment);
        return new WarmJvm(builder.redirectError(errors.toFile()).start(), errors);
    }

    MeasuredSweep sweep(int window) throws IOException {
        return MeasuredSweep.parse(answer(window + " full"));
    }

    /** A sweep that confirms the result of the one before. */
    MeasuredSweep confirm(int window) throws IOException {
        return MeasuredSweep.parse(answer(window + " confirm"));
    }

    /** What the last result holds, which is forgotten then; bytes. */
    long heldBytes() throws IOException {
        return Long.parseLong(answer("heap"));
    }

    private String answer(String question) throws IOException {
        OutputStream questions = process.getOutputStream();
        questions.write((question + "\n").getBytes(StandardCharsets.US_ASCII));
        questions.flush();
        String line = answers.readLine();
        if (line == null) {
            throw new IOException(
                    "no figures: " + Files.readString(errors, StandardCharsets.ISO_8859_1));
        }
        return line;
    }

    /**
     * Sweeps until the best of three is no longer clearly better than what was best before; on a
     * busy machine equal figures would never come.
     *
     * @return how many sweeps that took
     */
    int warmUp(int window) throws IOException {
        long best = Long.MAX_VALUE;
        for (int sweeps = 3; ; sweeps += 3) {
            long bestOfThree = Long.MAX_VALUE;
            for (int sweep = 0; sweep < 3; sweep++) {
                bestOfThree = Math.min(bestOfThree, sweep(window).nanos());
            }
            boolean steady = bestOfThree > best * GAIN;
            if (sweeps >= MOST || (steady && sweeps >= FEWEST)) {
                return sweeps;
            }
            best = Math.min(best, bestOfThree);
        }
    }

    /** The end of its input ends it, and so frees its place in the simulator. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        if (process.onExit()
                .completeOnTimeout(process, 10, TimeUnit.SECONDS)
                .thenApply(Process::isAlive)
                .join()) {
            process.destroyForcibly().onExit().join();
        }
        answers.close();
    }
}
