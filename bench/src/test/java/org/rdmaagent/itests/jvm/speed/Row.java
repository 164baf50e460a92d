// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The samples of a subject at one batch size. */
final class Row {
    /**
     * What was measured at one time.
     *
     * @param full nanoseconds for a completion
     * @param empty nanoseconds for a poll of an empty queue
     * @param strain the most nanoseconds, before and after, for work that is the same each time
     */
    record Sample(double full, double empty, double strain) {}

    /** A sample, and that of C right before. */
    private record Pair(Sample own, Sample c) {
        boolean isQuiet(double limit) {
            return own.strain <= limit && c.strain <= limit;
        }
    }

    private final List<Pair> pairs = new ArrayList<>();

    /**
     * Adds a sample.
     *
     * @param c that of C, which was measured right before
     */
    void add(Sample own, Sample c) {
        pairs.add(new Pair(own, c));
    }

    /**
     * How many were measured while nobody else was at work in the core.
     *
     * @param leastStrain the least that was seen; samples of more than {@link Measurement#CALM}
     *     times as much are left out
     */
    int quiet(double leastStrain) {
        return quietOnes(leastStrain).size();
    }

    private List<Pair> quietOnes(double leastStrain) {
        double limit = leastStrain * Measurement.CALM;
        return pairs.stream().filter(pair -> pair.isQuiet(limit)).toList();
    }

    /**
     * Writes lines that begin like this.
     *
     * @param leastStrain as above; where fewer than {@link Measurement#LEAST} samples would be
     *     left, none is left out
     */
    void report(PrintStream out, String begin, double bytes, double leastStrain) {
        List<Pair> quiet = quietOnes(leastStrain);
        boolean tooFew = quiet.size() < Measurement.LEAST;
        List<Pair> taken = tooFew ? pairs : quiet;
        line(out, begin, CompletionFigures.FULL, taken, pair -> pair.own.full);
        line(out, begin, CompletionFigures.EMPTY, taken, pair -> pair.own.empty);
        String by = CompletionFigures.BY_C;
        line(out, begin, CompletionFigures.FULL + by, taken, pair -> pair.own.full / pair.c.full);
        line(
                out,
                begin,
                CompletionFigures.EMPTY + by,
                taken,
                pair -> pair.own.empty / pair.c.empty);
        line(out, begin, CompletionFigures.BYTES, taken, pair -> bytes);
        double share = (double) quiet.size() / pairs.size();
        line(out, begin, CompletionFigures.QUIET, taken, pair -> share);
        line(out, begin, CompletionFigures.ALL_COUNT, taken, pair -> tooFew ? 1 : 0);
        line(out, begin, CompletionFigures.STRAIN, taken, pair -> leastStrain);
    }

    private static void line(
            PrintStream out,
            String begin,
            String what,
            List<Pair> pairs,
            ToDoubleFunction<Pair> figure) {
        Samples samples = new Samples();
        pairs.forEach(pair -> samples.add(figure.applyAsDouble(pair)));
        out.printf(
                Locale.ROOT,
                "figure\t%s\t%s\t%.4f\t%.4f\t%.4f\t%d%n",
                begin,
                what,
                samples.median(),
                samples.quarter(1),
                samples.quarter(3),
                samples.count());
    }
}
