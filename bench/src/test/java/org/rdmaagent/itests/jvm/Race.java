// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;

/** Both on one ibsim, by turns, so that whatever else the machine does falls on both. */
final class Race {
    /** The window that both are compared at, and that ours is warmed up with. */
    static final int WINDOW = 16;

    private static final int ROUNDS = 5;
    private static final int MOST_ROUNDS = 21;
    private static final int NODES_PER_RUN = 50_000;

    /**
     * What came of it.
     *
     * @param rounds how often each was measured
     * @param discarded sweeps of ours before the first one that counts
     * @param ours by window: to the result in memory
     * @param oursWithText by window: to the text
     * @param confirming ours that confirm the result before
     * @param theirs by window
     * @param ourSmps of a full sweep
     * @param confirmingSmps the most that a confirming sweep took
     * @param theirSmps of theirs
     * @param heldBytes what one result of ours holds
     */
    record Result(
            Topology topology,
            int rounds,
            int discarded,
            Map<Integer, Series> ours,
            Map<Integer, Series> oursWithText,
            Series confirming,
            Map<Integer, Series> theirs,
            long ourSmps,
            long confirmingSmps,
            long theirSmps,
            long heldBytes) {
        int nodes() {
            return topology.nodes().size();
        }

        int switches() {
            return topology.count(NodeType.SWITCH);
        }

        /** Our time at {@link Race#WINDOW}. */
        Series oursAtWindow() {
            return Objects.requireNonNull(ours.get(WINDOW));
        }

        Series at(Map<Integer, Series> series, int window) {
            return Objects.requireNonNull(series.get(window));
        }

        /** The window that we are fastest with. */
        int ourBest() {
            return best(ours);
        }

        /** The window that ibnetdiscover is fastest with. */
        int theirBest() {
            return best(theirs);
        }

        private static int best(Map<Integer, Series> series) {
            return series.entrySet().stream()
                    .min(Comparator.comparingLong(entry -> entry.getValue().median()))
                    .orElseThrow()
                    .getKey();
        }

        double smpRatio() {
            return (double) ourSmps / theirSmps;
        }

        double confirmingRatio() {
            return (double) confirmingSmps / ourSmps;
        }
    }

    private final Topology topology;
    private final WarmJvm jvm;
    private final Ibnetdiscover tool;
    private final int[] windows;
    private final Map<Integer, Series> ours;
    private final Map<Integer, Series> oursWithText;
    private final Map<Integer, Series> theirs;
    private final Series confirming = new Series();
    private long confirmingSmps;

    private Race(Topology topology, WarmJvm jvm, Ibnetdiscover tool, int[] windows) {
        this.topology = topology;
        this.jvm = jvm;
        this.tool = tool;
        this.windows = windows;
        this.ours = series(windows);
        this.oursWithText = series(windows);
        this.theirs = series(windows);
    }

    /** On a fabric that is served; both at each of the windows, {@link #WINDOW} among them. */
    static Result run(Topology topology, ServedFabric fabric, Path folder, int[] windows)
            throws IOException, InterruptedException {
        try (WarmJvm jvm = WarmJvm.start(fabric.client(), folder)) {
            Ibnetdiscover tool = new Ibnetdiscover(fabric.client(), folder);
            return new Race(topology, jvm, tool, windows).run();
        }
    }

    private Result run() throws IOException, InterruptedException {
        int discarded = jvm.warmUp(WINDOW);
        MeasuredSweep sweep = jvm.sweep(WINDOW);
        Ibnetdiscover.Answer answer = tool.answer(WINDOW);
        requireSame(sweep, answer);
        int rounds = rounds(topology.nodes().size());
        for (int round = 0; round < rounds; round++) {
            round();
        }
        jvm.sweep(WINDOW);
        return new Result(
                topology,
                rounds,
                discarded + 1,
                ours,
                oursWithText,
                confirming,
                theirs,
                sweep.smps(),
                confirmingSmps,
                answer.smps(),
                jvm.heldBytes());
    }

    /** An odd number; a short run is noisier, and can be had more often. */
    private static int rounds(int nodes) {
        return Math.max(ROUNDS, Math.min(MOST_ROUNDS, NODES_PER_RUN / nodes)) | 1;
    }

    /** Who finds less is no faster. */
    private void requireSame(MeasuredSweep sweep, Ibnetdiscover.Answer answer) {
        Topology found =
                IbnetdiscoverReader.read(
                        "ibnetdiscover", answer.text().getBytes(StandardCharsets.UTF_8));
        assertEquals(topology.nodes().size(), found.nodes().size());
        assertEquals(topology.links().size(), found.links().size());
        requireWhole(sweep);
    }

    private void requireWhole(MeasuredSweep sweep) {
        assertEquals(topology.nodes().size(), sweep.nodes());
        assertEquals(topology.links().size(), sweep.links());
    }

    /** Each of theirs has one of ours beside it. */
    private void round() throws IOException, InterruptedException {
        for (int window : windows) {
            at(theirs, window).add(tool.nanos(window));
            MeasuredSweep sweep = jvm.sweep(window);
            requireWhole(sweep);
            at(ours, window).add(sweep.nanos());
            at(oursWithText, window).add(sweep.nanosWithText());
        }
        MeasuredSweep confirmed = jvm.confirm(WINDOW);
        requireWhole(confirmed);
        confirming.add(confirmed.nanos());
        confirmingSmps = Math.max(confirmingSmps, confirmed.smps());
    }

    private static Series at(Map<Integer, Series> series, int window) {
        return Objects.requireNonNull(series.get(window));
    }

    private static Map<Integer, Series> series(int[] windows) {
        Map<Integer, Series> series = new LinkedHashMap<>();
        Arrays.stream(windows).forEach(window -> series.put(window, new Series()));
        return series;
    }
}
