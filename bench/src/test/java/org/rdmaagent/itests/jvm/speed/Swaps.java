// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.rdmaagent.dataplane.Distribution;

/**
 * How fast a loop is before, while and after its handler is swapped again and again. As in {@link
 * Measurement}, a round counts only if nobody else was at work in the core.
 */
final class Swaps {
    /** Of handlers. */
    static final int SWAPS = 1000;

    /** Completions at each, half of them for the handler that goes. */
    static final int FED = 1024;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UPS = 3000;

    private final Way way;
    private final PolledPairQueue queue;
    private final Swapped loop;
    private long taken;
    private double leastStrain = Double.MAX_VALUE;

    /**
     * A round.
     *
     * @param nanos CPU time of this thread
     * @param strain the most nanoseconds, before and after, for work that is the same each time
     */
    private record Round(long nanos, double strain) {}

    Swaps(Way way, PolledPairQueue queue, Swapped loop) {
        this.way = way;
        this.queue = queue;
        this.loop = loop;
    }

    /**
     * Writes {@code swaps}, row, nanoseconds before, while, after; of the pauses median, 99 %,
     * most, count; the part of the rounds that was undisturbed, where it was the least.
     */
    void run(PrintStream out) {
        List<Round> unused = rounds(WARM_UPS, false);
        List<Round> before = rounds(SWAPS, false);
        List<Round> meanwhile = rounds(SWAPS, true);
        List<Round> after = rounds(SWAPS, false);
        if (loop.handled() != taken) {
            throw new IllegalStateException("handlers got " + loop.handled() + " of " + taken);
        }
        Distribution pauses = loop.pauses();
        int quiet =
                Stream.of(before, meanwhile, after)
                        .mapToInt(each -> quiet(each).size())
                        .min()
                        .orElseThrow();
        out.printf(
                Locale.ROOT,
                "swaps\t%s\t%.4f\t%.4f\t%.4f\t%d\t%d\t%d\t%d\t%.4f%n",
                way.label(),
                nanosEach(before),
                nanosEach(meanwhile),
                nanosEach(after),
                pauses.median(),
                pauses.percentile99(),
                pauses.largest(),
                pauses.count(),
                (double) quiet / SWAPS);
    }

    private List<Round> rounds(int times, boolean swapping) {
        List<Round> rounds = new ArrayList<>(times);
        double strain = strain();
        for (int i = 0; i < times; i++) {
            Card.fill(queue.pair(), FED);
            double earlier = strain;
            long start = THREADS.getCurrentThreadCpuTime();
            loop.take(FED / 2);
            if (swapping) {
                loop.swap();
            }
            loop.take(FED / 2);
            long nanos = THREADS.getCurrentThreadCpuTime() - start;
            taken += FED;
            strain = strain();
            rounds.add(new Round(nanos, Math.max(earlier, strain)));
        }
        return rounds;
    }

    private double strain() {
        double nanos = Twin.strain();
        leastStrain = Math.min(leastStrain, nanos);
        return nanos;
    }

    private List<Round> quiet(List<Round> rounds) {
        return rounds.stream()
                .filter(round -> round.strain <= leastStrain * Measurement.CALM)
                .toList();
    }

    /** The mean, since a median would hide what few swaps cost. */
    private double nanosEach(List<Round> rounds) {
        List<Round> quiet = quiet(rounds);
        List<Round> counted = quiet.size() < Measurement.LEAST ? rounds : quiet;
        return counted.stream().mapToLong(Round::nanos).average().orElseThrow() / FED;
    }
}
