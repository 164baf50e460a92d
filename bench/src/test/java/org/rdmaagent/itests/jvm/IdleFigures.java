// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.itests.jvm.loop.Flood;
import org.rdmaagent.itests.jvm.loop.LoopRig;

/**
 * A poll loop with one idle strategy on the emulated device: what it takes at rest, and how long a
 * single message waits. Writes its figures as {@code key=value}.
 */
public final class IdleFigures {
    /** Messages that are measured. */
    static final int MESSAGES = 2000;

    /** How long it rests, seconds. */
    static final int REST_SECONDS = 5;

    private static final int WARM_UP = 300_000;
    private static final int WARM_UP_RATE = 5_000;
    private static final long LEAST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final int MORE_PAUSE_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(5);

    /** Of /proc: fixed for programs, whatever the kernel counts with. */
    private static final int TICKS_A_SECOND = 100;

    private static final int UTIME = 11;
    private static final int STIME = 12;

    private IdleFigures() {}

    /**
     * Measures.
     *
     * @param arguments the strategy
     */
    @SuppressWarnings("SystemOut") // its parent reads it
    public static void main(String[] arguments) throws IOException {
        IdleStrategy idle = IdleStrategy.valueOf(arguments[0]);
        Arrivals arrivals = new Arrivals(MESSAGES);
        PrintStream out = System.out;
        try (LoopRig rig = new LoopRig("bench", idle, 1, arrivals, UnaryOperator.identity())) {
            Flood.start(rig.pair(0), WARM_UP, 0);
            rig.until("a stream", () -> rig.completions() == WARM_UP);
            Flood.start(rig.pair(0), WARM_UP_RATE, WARM_UP_RATE);
            rig.until("single ones", () -> rig.completions() == WARM_UP + WARM_UP_RATE);
            int before = WARM_UP + WARM_UP_RATE;
            arrivals.forget();
            singles(rig, before);
            arrivals.forget();
            singles(rig, before + MESSAGES);
            long[] waits = arrivals.waits();
            Arrays.sort(waits);
            out.println("cpu=" + rest(rig));
            out.println("median=" + waits[MESSAGES / 2]);
            out.println("percentile99=" + waits[MESSAGES * 99 / 100]);
            out.println("largest=" + waits[MESSAGES - 1]);
        }
    }

    private static void singles(LoopRig rig, long before) {
        Random random = new Random(MESSAGES);
        for (int i = 1; i <= MESSAGES; i++) {
            LockSupport.parkNanos(LEAST_PAUSE_NANOS + random.nextInt(MORE_PAUSE_NANOS));
            Flood.start(rig.pair(0), 1, 0);
            long all = before + i;
            rig.until("message " + i, () -> rig.completions() == all);
        }
    }

    /** The part of a CPU that the thread takes while nothing comes; 1 for all of it. */
    private static double rest(LoopRig rig) throws IOException {
        long ticks = ticks(rig.threadId());
        long start = System.nanoTime();
        long nanos = TimeUnit.SECONDS.toNanos(REST_SECONDS);
        while (System.nanoTime() - start < nanos) {
            LockSupport.parkNanos(nanos);
        }
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        return (ticks(rig.threadId()) - ticks) / seconds / TICKS_A_SECOND;
    }

    /** User and system time of a thread of this process, proc(5). */
    private static long ticks(long threadId) throws IOException {
        Path file = Path.of("/proc/self/task", Long.toString(threadId), "stat");
        String line = Files.readString(file, StandardCharsets.ISO_8859_1);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]);
    }
}
