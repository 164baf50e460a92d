// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.List;
import java.util.Locale;

/**
 * What was to be reached.
 *
 * @param what the figure
 * @param limit the most that it may be
 * @param measured what it is
 * @param unit behind both; empty for a ratio
 */
record Goal(String what, double limit, double measured, String unit) {
    private static final double MEGA = 1_000_000;

    /** All of them. */
    static List<Goal> of(List<Race.Result> results, Race.Result delayed) {
        Race.Result middle = of(results, 11_400);
        Race.Result big = of(results, 18_000);
        return List.of(
                new Goal(
                        "wall time, 11400 nodes, our window " + Race.WINDOW + " by their best -o",
                        0.5,
                        wall(middle, Race.WINDOW),
                        ""),
                new Goal(
                        "wall time, 18000 nodes, our best window ("
                                + big.ourBest()
                                + ") by their best -o ("
                                + big.theirBest()
                                + ")",
                        0.25,
                        wall(big, big.ourBest()),
                        ""),
                new Goal(
                        "wall time, 860 nodes at 500 us, same window",
                        1,
                        wall(delayed, Race.WINDOW),
                        ""),
                new Goal("SMPs of a full sweep, 11400 nodes", 0.86, middle.smpRatio(), ""),
                new Goal("SMPs of a full sweep, 18000 nodes", 0.85, big.smpRatio(), ""),
                new Goal(
                        "SMPs of a confirming sweep by those of a full one, 11400 nodes",
                        0.35,
                        middle.confirmingRatio(),
                        ""),
                new Goal("heap held by a result, 18000 nodes", 100, big.heldBytes() / MEGA, " MB"));
    }

    private static Race.Result of(List<Race.Result> results, int nodes) {
        return results.stream().filter(result -> result.nodes() == nodes).findFirst().orElseThrow();
    }

    private static double wall(Race.Result result, int ourWindow) {
        Series ours = result.at(result.ours(), ourWindow);
        Series best = result.at(result.theirs(), result.theirBest());
        return (double) ours.median() / best.median();
    }

    boolean met() {
        return measured <= limit;
    }

    String limitCell() {
        return String.format(Locale.ROOT, "%s%s", limit, unit);
    }

    String measuredCell() {
        return String.format(Locale.ROOT, "%.3f%s", measured, unit);
    }
}
