// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.List;

/**
 * When sweeps begin by themselves.
 *
 * @param sweepAtStart whether each port sweeps once when it is first seen
 * @param intervalSeconds from the end of a port's sweep to its next one; 0 for never
 * @param incremental whether the sweeps after an interval confirm what is known
 * @param fullSweepEvery every which of them asks everything all the same, 1 or more
 * @param faults what the configuration says that cannot be used, and what is used in its place: one
 *     sentence a key, of this schedule and of everything else in that file
 */
public record ScheduleSettings(
        boolean sweepAtStart,
        int intervalSeconds,
        boolean incremental,
        int fullSweepEvery,
        List<String> faults) {
    private static final int MOST = 1_000_000;

    /** Checks the ranges. */
    public ScheduleSettings {
        faults = List.copyOf(faults);
        intervalSeconds = Math.max(0, intervalSeconds);
        if (fullSweepEvery < 1 || fullSweepEvery > MOST) {
            throw new IllegalArgumentException(
                    "fullSweepEvery lies in 1.." + MOST + ", not " + fullSweepEvery);
        }
    }

    /** All that is configured can be used. */
    public ScheduleSettings(
            boolean sweepAtStart, int intervalSeconds, boolean incremental, int fullSweepEvery) {
        this(sweepAtStart, intervalSeconds, incremental, fullSweepEvery, List.of());
    }

    /** Always asking everything. */
    static ScheduleSettings of(boolean sweepAtStart, int intervalSeconds) {
        return new ScheduleSettings(sweepAtStart, intervalSeconds, false, 10);
    }

    /**
     * As configured; where a key cannot be used, its default.
     *
     * @param keys has read all the other keys already, for their faults are told here
     */
    static ScheduleSettings of(FabricConfiguration configuration, FabricSettings.Keys keys) {
        boolean start = keys.flag("sweepAtStart", configuration.sweepAtStart(), true);
        int interval =
                keys.number(
                        "sweepIntervalSeconds",
                        configuration.sweepIntervalSeconds(),
                        0,
                        Integer.MAX_VALUE,
                        0);
        boolean confirm = keys.flag("incremental", configuration.incremental(), false);
        int full = keys.number("fullSweepEvery", configuration.fullSweepEvery(), 1, MOST, 10);
        return new ScheduleSettings(start, interval, confirm, full, keys.faults());
    }
}
