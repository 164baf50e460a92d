// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How to sweep, as configured.
 *
 * @param sweep how to ask
 * @param engine who asks where a request names nobody; not checked, so that a wrong name is told to
 *     whoever sweeps
 * @param libraryDeadline how long libibnetdisc may take for a scan
 * @param schedule when sweeps begin by themselves
 */
record FabricSettings(
        SweepSettings sweep, String engine, Duration libraryDeadline, ScheduleSettings schedule) {
    private static final Logger LOG = LoggerFactory.getLogger(FabricSettings.class);
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int MOST_SECONDS = 86_400;

    /** By our own engine. */
    static FabricSettings of(SweepSettings sweep) {
        return new FabricSettings(
                sweep, DiscoveryEngine.NAME, DEADLINE, ScheduleSettings.of(true, 0));
    }

    /** What cannot be used is reported, and the default takes its place. */
    static FabricSettings of(FabricConfiguration configuration) {
        SweepSettings numbers =
                usable(
                        () ->
                                new SweepSettings(
                                        configuration.maxSmpsOnWire(),
                                        configuration.timeoutMillis(),
                                        configuration.retries()),
                        SweepSettings.DEFAULTS);
        long key = usable(() -> managementKey(configuration.mKey()), 0L);
        String engine = configuration.engine().strip().toLowerCase(Locale.ROOT);
        return new FabricSettings(
                numbers.withMKey(key),
                engine.isEmpty() ? DiscoveryEngine.NAME : engine,
                usable(() -> deadline(configuration.libraryDeadlineSeconds()), DEADLINE),
                ScheduleSettings.of(configuration));
    }

    FabricSettings withEngine(String other) {
        return new FabricSettings(sweep, other, libraryDeadline, schedule);
    }

    private static <T> T usable(Supplier<T> setting, T otherwise) {
        try {
            return setting.get();
        } catch (RuntimeException e) {
            LOG.warn(
                    "etc/{}.cfg cannot be used, the default is: {}",
                    FabricConfiguration.PID,
                    e.getMessage());
            return otherwise;
        }
    }

    /**
     * Reads an M_Key; no text ever repeats it.
     *
     * @throws IllegalArgumentException if it is no hexadecimal number of at most 64 bits
     */
    static long managementKey(String text) {
        String digits = text.strip().toLowerCase(Locale.ROOT).replaceFirst("^0x(?=.)", "");
        if (digits.isEmpty()) {
            return 0;
        }
        if (!digits.matches("[0-9a-f]{1,16}")) {
            throw new IllegalArgumentException(
                    "mKey is not of 1 to 16 hexadecimal digits, with or without 0x in front");
        }
        return Long.parseUnsignedLong(digits, 16);
    }

    private static Duration deadline(int seconds) {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException(
                    "libraryDeadlineSeconds lies in 1.." + MOST_SECONDS + ", not " + seconds);
        }
        return Duration.ofSeconds(seconds);
    }
}
