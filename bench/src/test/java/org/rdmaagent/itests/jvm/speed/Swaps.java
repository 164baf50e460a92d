// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.rdmaagent.dataplane.Distribution;

/** How fast a loop is before, while and after its handler is swapped again and again. */
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

    Swaps(Way way, PolledPairQueue queue, Swapped loop) {
        this.way = way;
        this.queue = queue;
        this.loop = loop;
    }

    /** Writes {@code swaps}, row, nanoseconds before, while, after; median, 99 %, most, count. */
    void run(PrintStream out) {
        double unused = nanosEach(WARM_UPS, false);
        double before = nanosEach(SWAPS, false);
        double meanwhile = nanosEach(SWAPS, true);
        double after = nanosEach(SWAPS, false);
        if (loop.handled() != taken) {
            throw new IllegalStateException("handlers got " + loop.handled() + " of " + taken);
        }
        Distribution pauses = loop.pauses();
        out.printf(
                Locale.ROOT,
                "swaps\t%s\t%.4f\t%.4f\t%.4f\t%d\t%d\t%d\t%d%n",
                way.label(),
                before,
                meanwhile,
                after,
                pauses.median(),
                pauses.percentile99(),
                pauses.largest(),
                pauses.count());
    }

    /** CPU time of this thread: a median would hide what few swaps cost. */
    private double nanosEach(int times, boolean swapping) {
        long spent = 0;
        for (int i = 0; i < times; i++) {
            Card.fill(queue.pair(), FED);
            long start = THREADS.getCurrentThreadCpuTime();
            loop.take(FED / 2);
            if (swapping) {
                loop.swap();
            }
            loop.take(FED / 2);
            spent += THREADS.getCurrentThreadCpuTime() - start;
            taken += FED;
        }
        return (double) spent / times / FED;
    }
}
