// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Single calls, measured by JMH in JVMs of their own. Writes the same lines as {@link
 * CompletionFigures}; low and high are the ends of JMH's interval of confidence.
 */
public final class CallFigures {
    /** Nanoseconds. */
    public static final String CALLS = "calls";

    /** Bytes. */
    public static final String GARBAGE = "garbage";

    private static final int FORKS = 2;
    private static final int WARM_UPS = 3;
    private static final int ITERATIONS = 5;
    private static final TimeValue EACH = TimeValue.milliseconds(200);

    /** Of {@link GCProfiler}, bytes for one operation. */
    private static final String BYTES = "gc.alloc.rate.norm";

    private CallFigures() {}

    /**
     * Measures.
     *
     * @param ways labels of those that are there
     */
    @SuppressWarnings("SystemOut") // its parent reads it
    public static void main(String[] ways) throws RunnerException {
        write(run(PollCalls.class, "way", ways), "way", System.out);
        String[] accesses =
                Way.ALL.stream()
                        .filter(way -> way.needsRing() && Arrays.asList(ways).contains(way.label()))
                        .map(Way::access)
                        .toArray(String[]::new);
        if (accesses.length > 0) {
            write(run(MemoryCalls.class, "access", accesses), "access", System.out);
        }
    }

    private static Collection<RunResult> run(Class<?> calls, String parameter, String[] values)
            throws RunnerException {
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(calls.getName() + "\\.")
                        .param(parameter, values)
                        .mode(Mode.AverageTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .forks(FORKS)
                        .warmupIterations(WARM_UPS)
                        .warmupTime(EACH)
                        .measurementIterations(ITERATIONS)
                        .measurementTime(EACH)
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true);
        return new Runner(options.build()).run();
    }

    private static void write(Collection<RunResult> results, String parameter, PrintStream out) {
        for (RunResult result : results) {
            String row = result.getParams().getParam(parameter);
            Result<?> time = result.getPrimaryResult();
            line(out, CALLS, row, time.getLabel(), time);
            result.getSecondaryResults()
                    .forEach(
                            (name, bytes) -> {
                                if (name.endsWith(BYTES)) {
                                    line(out, GARBAGE, row, time.getLabel(), bytes);
                                }
                            });
        }
    }

    private static void line(
            PrintStream out, String table, String row, String call, Result<?> result) {
        double score = result.getScore();
        double error = Double.isNaN(result.getScoreError()) ? 0 : result.getScoreError();
        out.printf(
                Locale.ROOT,
                "figure\t%s\t%s\t0\t%s\t%.4f\t%.4f\t%.4f\t%d%n",
                table,
                row,
                call,
                score,
                score - error,
                score + error,
                result.getSampleCount());
    }
}
