// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.io.PrintStream;
import java.util.Locale;

/** The samples of a subject at one batch size. */
final class Row {
    private final Samples full = new Samples();
    private final Samples fullByC = new Samples();
    private final Samples empty = new Samples();
    private final Samples emptyByC = new Samples();
    private double lastFull;
    private double lastEmpty;

    /**
     * Adds a sample of each.
     *
     * @param c the row of C, which was measured right before
     */
    void add(double nanosFull, double nanosEmpty, Row c) {
        lastFull = nanosFull;
        lastEmpty = nanosEmpty;
        full.add(nanosFull);
        empty.add(nanosEmpty);
        fullByC.add(nanosFull / c.lastFull);
        emptyByC.add(nanosEmpty / c.lastEmpty);
    }

    /** Writes lines that begin like this. */
    void report(PrintStream out, String begin, double bytes) {
        line(out, begin, CompletionFigures.FULL, full);
        line(out, begin, CompletionFigures.FULL + CompletionFigures.BY_C, fullByC);
        line(out, begin, CompletionFigures.EMPTY, empty);
        line(out, begin, CompletionFigures.EMPTY + CompletionFigures.BY_C, emptyByC);
        Samples allocated = new Samples();
        allocated.add(bytes);
        line(out, begin, CompletionFigures.BYTES, allocated);
    }

    private static void line(PrintStream out, String begin, String what, Samples samples) {
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
