// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.itests.jvm.speed.turns.LoopTaker;
import org.rdmaagent.itests.jvm.speed.turns.PortTaker;
import org.rdmaagent.itests.jvm.speed.turns.SwappedLoop;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;

/**
 * A way to poll, and C, in one process of their own: an agent has one way for all its queues, and a
 * JVM compiles what ways have in common for all that were used. Writes lines of fields between
 * tabs: {@code figure}, table, row, batch, what, median, quarter, three quarters, samples; or
 * {@code missing}, row, why.
 */
public final class CompletionFigures {
    /** Completions to a poll. */
    public static final List<Integer> BATCHES = List.of(1, 16, 64);

    /** Completions read. */
    public static final String COMPLETIONS = "reading";

    /** Messages received, receives posted again. */
    public static final String DATAGRAMS = "receiving";

    /** The same, in the agent's loop. */
    public static final String LOOP = "loop";

    /** Nanoseconds for a completion that is there. */
    public static final String FULL = "full";

    /** Nanoseconds for a poll of an empty queue. */
    public static final String EMPTY = "empty";

    /** Behind these two: by those of C in the same round. */
    public static final String BY_C = " by C";

    /** Allocated for a completion. */
    public static final String BYTES = "bytes";

    /** The part of the samples that was taken while nobody else was at work in the core. */
    public static final String QUIET = "quiet";

    /** 1 if those were too few, so that all samples count; else 0. */
    public static final String ALL_COUNT = "all count";

    /** Nanoseconds of the work beside the samples, the least that this process ever saw. */
    public static final String STRAIN = "strain";

    /** The labels of all ways. */
    public static final List<String> WAYS = Way.ALL.stream().map(Way::label).toList();

    /** Where the thread that measures is kept. */
    static final int CPU = 1;

    private static final int HANDLERS = 4;
    private static final int FEWER = 3;

    private final EmulatedDevice device = new EmulatedDevice();
    private final Accesses accesses = new Accesses(device.library());
    private final Way way;

    private CompletionFigures(Way way) {
        this.way = way;
    }

    /**
     * Measures.
     *
     * @param arguments how many samples are to count, the most seconds for a table, and one of
     *     {@link #WAYS}
     */
    @SuppressWarnings("SystemOut") // its parent reads it
    public static void main(String[] arguments) {
        int samples = Integer.parseInt(arguments[0]);
        long limitNanos = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[1]));
        Way way = Way.ALL.get(WAYS.indexOf(arguments[2]));
        Twin.pin(CPU);
        Card.hold(true);
        new CompletionFigures(way).run(samples, limitNanos, System.out);
        System.out.flush();
    }

    private void run(int samples, long limitNanos, PrintStream out) {
        if (accesses.missing(way).isEmpty()) {
            measure(samples, limitNanos, out);
            swaps(out);
        } else {
            out.println("missing\t" + way.label() + "\t" + accesses.missing(way));
        }
    }

    private void measure(int samples, long limitNanos, PrintStream out) {
        List<Measurement> all =
                List.of(
                        new Measurement(COMPLETIONS, readers(), Measurement.Feed.BARE),
                        new Measurement(DATAGRAMS, receivers(), Measurement.Feed.DATAGRAMS),
                        new Measurement(LOOP, loops(), Measurement.Feed.DATAGRAMS));
        all.forEach(Measurement::warmUp);
        for (Measurement measurement : all) {
            boolean asked = measurement != all.get(2); // for the loop there is no goal
            measurement.measure(
                    asked ? samples : samples / FEWER, limitNanos / (asked ? 1 : FEWER));
        }
        all.forEach(measurement -> measurement.report(out));
    }

    private List<Subject> readers() {
        Opened opened = open("read", way.needsRing());
        Taker taker = Copies.make(Taker.class, PortTaker.class, opened.port(), false);
        return List.of(new Twin(false), new PortSubject(way, opened.queue(), taker));
    }

    private List<Subject> receivers() {
        Opened opened = open("received", true);
        Taker taker = Copies.make(Taker.class, PortTaker.class, opened.port(), true);
        return List.of(new Twin(true), new PortSubject(way, opened.queue(), taker));
    }

    private List<Subject> loops() {
        Opened opened = open("looped", true);
        CompletionPorts source = accesses.sourceOf(way);
        Taker taker = Copies.make(Taker.class, LoopTaker.class, opened.port(), source);
        return List.of(new Twin(true), new PortSubject(way, opened.queue(), taker));
    }

    private void swaps(PrintStream out) {
        Opened opened = open("swapped", true);
        CompletionPorts source = accesses.sourceOf(way);
        // As versions of a bundle are: the same code, each a class of its own.
        List<CompletionHandler> handlers =
                Stream.generate(Copies::handler).limit(HANDLERS).toList();
        Swapped loop =
                Copies.make(Swapped.class, SwappedLoop.class, opened.port(), source, handlers);
        new Swaps(way, opened.queue(), loop).run(out);
    }

    private record Opened(PolledPairQueue queue, CompletionPort port) {}

    private Opened open(String what, boolean ring) {
        var queue = new PolledPairQueue(device, what, ring);
        return new Opened(queue, accesses.open(way, queue));
    }
}
