// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.rdmaagent.itests.jvm.speed.CompletionFigures;

/**
 * Which of the processes that measured the same were disturbed by others at work in their core, all
 * the time: they say so themselves, or the work beside their samples was slow even where it was
 * quickest.
 *
 * @param processes the figures of all, by what they are of
 * @param leastStrain of any process
 */
record DisturbedProcesses(
        Map<PollFigures.Key, List<PollFigures.Figure>> processes, double leastStrain) {
    /**
     * Another thread in the same core doubles what such work takes; the clock of a core differs
     * from minute to minute by a sixth or less.
     */
    private static final double ALONE = 1.4;

    static DisturbedProcesses of(Map<PollFigures.Key, List<PollFigures.Figure>> processes) {
        double least =
                processes.entrySet().stream()
                        .filter(entry -> entry.getKey().what().equals(CompletionFigures.STRAIN))
                        .flatMap(entry -> entry.getValue().stream())
                        .mapToDouble(PollFigures.Figure::median)
                        .min()
                        .orElse(Double.MAX_VALUE);
        return new DisturbedProcesses(processes, least);
    }

    private static final PollFigures.Figure YES = new PollFigures.Figure(1, 1, 1);

    /** The figures of the others; all, if there is no other, of which it is said then. */
    List<PollFigures.Figure> without(PollFigures.Key key, List<PollFigures.Figure> all) {
        List<PollFigures.Figure> states = at(key, CompletionFigures.ALL_COUNT);
        List<PollFigures.Figure> strains = at(key, CompletionFigures.STRAIN);
        IntPredicate alone =
                i ->
                        i < Math.min(states.size(), strains.size())
                                && states.get(i).median() == 0
                                && strains.get(i).median() < ALONE * leastStrain;
        List<PollFigures.Figure> left =
                IntStream.range(0, all.size()).filter(alone).mapToObj(all::get).toList();
        boolean says = key.what().equals(CompletionFigures.ALL_COUNT);
        return !left.isEmpty() ? left : says ? List.of(YES) : all;
    }

    private List<PollFigures.Figure> at(PollFigures.Key key, String what) {
        return processes.getOrDefault(
                new PollFigures.Key(key.table(), key.row(), key.batch(), what), List.of());
    }
}
