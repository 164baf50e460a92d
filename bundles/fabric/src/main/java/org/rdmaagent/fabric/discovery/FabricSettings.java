// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private static final String FILE = "etc/" + FabricConfiguration.PID + ".cfg";
    private static final String NO_KEY =
            "not of 1 to 16 hexadecimal digits, with or without 0x in front";
    private static final int MOST_SECONDS = 86_400;

    /** By our own engine. */
    static FabricSettings of(SweepSettings sweep) {
        return new FabricSettings(
                sweep, DiscoveryEngine.NAME, DEADLINE, ScheduleSettings.of(true, 0));
    }

    /** Each key that cannot be used is reported, and its default takes its place. */
    static FabricSettings of(FabricConfiguration configuration) {
        Keys keys = new Keys();
        SweepSettings sweep = sweep(configuration, keys);
        String engine = configuration.engine().strip().toLowerCase(Locale.ROOT);
        int deadline =
                keys.number(
                        "libraryDeadlineSeconds",
                        configuration.libraryDeadlineSeconds(),
                        1,
                        MOST_SECONDS,
                        (int) DEADLINE.toSeconds());
        return new FabricSettings(
                sweep,
                engine.isEmpty() ? DiscoveryEngine.NAME : engine,
                Duration.ofSeconds(deadline),
                ScheduleSettings.of(configuration, keys));
    }

    private static SweepSettings sweep(FabricConfiguration configuration, Keys keys) {
        SweepSettings otherwise = SweepSettings.DEFAULTS;
        return new SweepSettings(
                keys.number(
                        "maxSmpsOnWire",
                        configuration.maxSmpsOnWire(),
                        1,
                        SweepSettings.MAX_ON_WIRE,
                        otherwise.maxSmpsOnWire()),
                keys.number(
                        "timeoutMillis",
                        configuration.timeoutMillis(),
                        1,
                        60_000,
                        otherwise.timeoutMillis()),
                keys.number("retries", configuration.retries(), 0, 20, otherwise.retries()),
                keys.managementKey(configuration.mKey()));
    }

    FabricSettings withEngine(String other) {
        return new FabricSettings(sweep, other, libraryDeadline, schedule);
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
            throw new IllegalArgumentException("mKey is " + NO_KEY);
        }
        return Long.parseUnsignedLong(digits, 16);
    }

    /** Reads keys one by one, and notes and logs which cannot be used. A role: one thread. */
    static final class Keys {
        private final List<String> faults = new ArrayList<>();

        int number(String key, String text, int least, int most, int otherwise) {
            try {
                int number = Integer.parseInt(text.strip());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Said below, together with numbers out of range.
            }
            fault(key + "=" + text, "not a number in " + least + ".." + most, otherwise);
            return otherwise;
        }

        boolean flag(String key, String text, boolean otherwise) {
            String word = text.strip().toLowerCase(Locale.ROOT);
            if (word.equals("true") || word.equals("false")) {
                return word.equals("true");
            }
            fault(key + "=" + text, "neither true nor false", otherwise);
            return otherwise;
        }

        /** A wrong one is not repeated: it may be a secret with a typo. */
        long managementKey(String text) {
            try {
                return FabricSettings.managementKey(text);
            } catch (IllegalArgumentException e) {
                fault("mKey", NO_KEY, "none");
                return 0;
            }
        }

        /** One sentence for each. */
        List<String> faults() {
            return List.copyOf(faults);
        }

        private void fault(String given, String why, Object otherwise) {
            String told = given + " in " + FILE + " is " + why + "; using " + otherwise;
            LOG.warn("{}", told);
            faults.add(told);
        }
    }
}
