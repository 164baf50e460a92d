// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When sweeps begin by themselves.
 *
 * @param sweepAtStart whether each port sweeps once when it is first seen
 * @param intervalSeconds from the end of a port's sweep to its next one; 0 for never
 * @param incremental whether the sweeps after an interval confirm what is known
 * @param fullSweepEvery every which of them asks everything all the same, 1 or more
 */
public record ScheduleSettings(
        boolean sweepAtStart, int intervalSeconds, boolean incremental, int fullSweepEvery) {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduleSettings.class);
    private static final int MOST = 1_000_000;

    /** Checks the ranges. */
    public ScheduleSettings {
        intervalSeconds = Math.max(0, intervalSeconds);
        if (fullSweepEvery < 1 || fullSweepEvery > MOST) {
            throw new IllegalArgumentException(
                    "fullSweepEvery lies in 1.." + MOST + ", not " + fullSweepEvery);
        }
    }

    /** Always asking everything. */
    static ScheduleSettings of(boolean sweepAtStart, int intervalSeconds) {
        return new ScheduleSettings(sweepAtStart, intervalSeconds, false, 10);
    }

    /** What cannot be used is reported, and the defaults take its place. */
    static ScheduleSettings of(FabricConfiguration configuration) {
        try {
            return new ScheduleSettings(
                    configuration.sweepAtStart(),
                    configuration.sweepIntervalSeconds(),
                    configuration.incremental(),
                    configuration.fullSweepEvery());
        } catch (RuntimeException e) {
            LOG.warn(
                    "The schedule in etc/{}.cfg cannot be used, the defaults are: {}",
                    FabricConfiguration.PID,
                    e.getMessage());
            return of(true, 0);
        }
    }
}
