// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.itests.jvm.speed.turns.LoopTaker;
import org.rdmaagent.itests.jvm.speed.turns.PortTaker;
import org.rdmaagent.itests.jvm.speed.turns.SwappedLoop;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;

/**
 * All ways to poll in one process, and C. Writes lines of fields between tabs: {@code figure},
 * table, row, batch, what, median, quarter, three quarters, samples; or {@code missing}, row, why.
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

    /** Where the thread that measures is kept. */
    static final int CPU = 1;

    private static final int HANDLERS = 4;

    private final EmulatedDevice device = new EmulatedDevice();
    private final Accesses accesses = new Accesses(device.library());
    private final List<Way> ways;

    private CompletionFigures(List<Way> ways) {
        this.ways = ways;
    }

    /**
     * Measures.
     *
     * @param arguments passes, rounds of each, and labels of ways; none for all
     */
    @SuppressWarnings("SystemOut") // its parent reads it
    public static void main(String[] arguments) {
        int passes = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        List<String> labels = Arrays.asList(arguments).subList(2, arguments.length);
        List<Way> ways =
                Way.ALL.stream()
                        .filter(way -> labels.isEmpty() || labels.contains(way.label()))
                        .toList();
        Twin.pin(CPU);
        Card.hold(true);
        new CompletionFigures(ways).run(passes, rounds, System.out);
        System.out.flush();
    }

    private void run(int passes, int rounds, PrintStream out) {
        List<Measurement> all =
                List.of(
                        new Measurement(COMPLETIONS, readers(), Measurement.Feed.BARE),
                        new Measurement(DATAGRAMS, receivers(), Measurement.Feed.DATAGRAMS),
                        new Measurement(LOOP, loops(), Measurement.Feed.DATAGRAMS));
        all.forEach(Measurement::warmUp);
        for (int pass = 0; pass < passes; pass++) {
            for (Measurement measurement : all) {
                for (int round = 0; round < rounds; round++) {
                    measurement.round();
                }
            }
        }
        all.forEach(measurement -> measurement.report(out));
        swaps(out);
        for (Way way : ways) {
            if (!accesses.missing(way).isEmpty()) {
                out.println("missing\t" + way.label() + "\t" + accesses.missing(way));
            }
        }
    }

    private List<Subject> readers() {
        List<Subject> subjects = new ArrayList<>(List.of(new Twin(false)));
        for (Way way : ways) {
            Opened opened = open(way, "read", way.needsRing());
            if (opened != null) {
                Taker taker = Copies.make(Taker.class, PortTaker.class, opened.port(), false);
                subjects.add(new PortSubject(way, opened.queue(), taker));
            }
        }
        return subjects;
    }

    private List<Subject> receivers() {
        List<Subject> subjects = new ArrayList<>(List.of(new Twin(true)));
        for (Way way : ways) {
            Opened opened = open(way, "received", true);
            if (opened != null) {
                Taker taker = Copies.make(Taker.class, PortTaker.class, opened.port(), true);
                subjects.add(new PortSubject(way, opened.queue(), taker));
            }
        }
        return subjects;
    }

    private List<Subject> loops() {
        List<Subject> subjects = new ArrayList<>(List.of(new Twin(true)));
        for (Way way : ways) {
            Opened opened = open(way, "looped", true);
            if (opened != null) {
                CompletionPorts source = accesses.sourceOf(way);
                Taker taker = Copies.make(Taker.class, LoopTaker.class, opened.port(), source);
                subjects.add(new PortSubject(way, opened.queue(), taker));
            }
        }
        return subjects;
    }

    private void swaps(PrintStream out) {
        for (Way way : ways) {
            Opened opened = open(way, "swapped", true);
            if (opened != null) {
                CompletionPorts source = accesses.sourceOf(way);
                // As versions of a bundle are: the same code, each a class of its own.
                List<CompletionHandler> handlers =
                        Stream.generate(Copies::handler).limit(HANDLERS).toList();
                Swapped loop =
                        Copies.make(
                                Swapped.class, SwappedLoop.class, opened.port(), source, handlers);
                new Swaps(way, opened.queue(), loop).run(out);
            }
        }
    }

    private record Opened(PolledPairQueue queue, CompletionPort port) {}

    private @Nullable Opened open(Way way, String what, boolean ring) {
        var queue = new PolledPairQueue(device, what + " by " + way.label(), ring);
        CompletionPort port = accesses.open(way, queue);
        return port == null ? null : new Opened(queue, port);
    }
}
