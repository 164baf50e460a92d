// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;

/** Both on one ibsim, by turns, so that whatever else the machine does falls on both. */
final class Race {
    /** The window that both are compared at. */
    static final int WINDOW = 16;

    private static final int ROUNDS = 5;
    private static final int MOST_ROUNDS = 21;
    private static final int NODES_PER_RUN = 50_000;
    private static final int[] OUR_WINDOWS = {WINDOW, 8, 32};
    private static final int[] THEIR_WINDOWS = {WINDOW, 8, 32, 4, 2};

    /**
     * What came of it.
     *
     * @param rounds how often each was measured
     * @param discarded sweeps of ours before the first one that counts
     * @param ours by window: to the result in memory
     * @param oursWithText by window: to the text
     * @param theirs by window
     */
    record Result(
            Topology topology,
            int rounds,
            int discarded,
            Map<Integer, Series> ours,
            Map<Integer, Series> oursWithText,
            Map<Integer, Series> theirs,
            long ourSmps,
            long theirSmps) {
        int switches() {
            return topology.count(NodeType.SWITCH);
        }

        Series at(Map<Integer, Series> series, int window) {
            return Objects.requireNonNull(series.get(window));
        }

        /** The window that ibnetdiscover is fastest with. */
        int theirBest() {
            return theirs.entrySet().stream()
                    .min(Comparator.comparingLong(entry -> entry.getValue().median()))
                    .orElseThrow()
                    .getKey();
        }
    }

    private final Map<Integer, Series> ours = series(OUR_WINDOWS);
    private final Map<Integer, Series> oursWithText = series(OUR_WINDOWS);
    private final Map<Integer, Series> theirs = series(THEIR_WINDOWS);

    static Result run(Topology topology, Path folder) throws IOException, InterruptedException {
        try (ServedFabric fabric = ServedFabric.start(topology, folder);
                WarmJvm jvm = WarmJvm.start(fabric.client(), folder)) {
            Ibnetdiscover tool = new Ibnetdiscover(fabric.client(), folder);
            int discarded = jvm.warmUp(WINDOW);
            MeasuredSweep sweep = jvm.sweep(WINDOW);
            Ibnetdiscover.Answer answer = tool.answer(WINDOW);
            requireSame(topology, sweep, answer);
            Race race = new Race();
            int rounds = rounds(topology.nodes().size());
            for (int round = 0; round < rounds; round++) {
                race.round(jvm, tool);
            }
            return new Result(
                    topology,
                    rounds,
                    discarded + 1,
                    race.ours,
                    race.oursWithText,
                    race.theirs,
                    sweep.smps(),
                    answer.smps());
        }
    }

    /** An odd number; a short run is noisier, and can be had more often. */
    private static int rounds(int nodes) {
        return Math.max(ROUNDS, Math.min(MOST_ROUNDS, NODES_PER_RUN / nodes)) | 1;
    }

    /** Who finds less is no faster. */
    private static void requireSame(
            Topology topology, MeasuredSweep sweep, Ibnetdiscover.Answer answer) {
        Topology found =
                IbnetdiscoverReader.read(
                        "ibnetdiscover", answer.text().getBytes(StandardCharsets.UTF_8));
        assertEquals(topology.nodes().size(), found.nodes().size());
        assertEquals(topology.links().size(), found.links().size());
        assertEquals(topology.nodes().size(), sweep.nodes());
        assertEquals(topology.links().size(), sweep.links());
    }

    private void round(WarmJvm jvm, Ibnetdiscover tool) throws IOException, InterruptedException {
        for (int turn = 0; turn < THEIR_WINDOWS.length; turn++) {
            int theirWindow = THEIR_WINDOWS[turn];
            at(theirs, theirWindow).add(tool.nanos(theirWindow));
            if (turn < OUR_WINDOWS.length) {
                int ourWindow = OUR_WINDOWS[turn];
                MeasuredSweep sweep = jvm.sweep(ourWindow);
                at(ours, ourWindow).add(sweep.nanos());
                at(oursWithText, ourWindow).add(sweep.nanosWithText());
            }
        }
    }

    private static Series at(Map<Integer, Series> series, int window) {
        return Objects.requireNonNull(series.get(window));
    }

    private static Map<Integer, Series> series(int[] windows) {
        Map<Integer, Series> series = new LinkedHashMap<>();
        for (int window : windows) {
            series.put(window, new Series());
        }
        return series;
    }
}
