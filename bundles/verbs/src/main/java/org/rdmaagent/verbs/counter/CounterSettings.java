// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where counters are read, and how old they may be.
 *
 * @param sysfsRoot the folder that sysfs is mounted on, without a slash at its end
 * @param maxAge how old a snapshot may be to be given out again; zero reads each time
 */
record CounterSettings(String sysfsRoot, Duration maxAge) {
    static final String DEFAULT_ROOT = "/sys";
    static final String DEFAULT_MAX_AGE_MILLIS = "1000";
    private static final long MAX_AGE_LIMIT_MILLIS = 3_600_000;
    private static final Logger LOG = LoggerFactory.getLogger(CounterSettings.class);

    /** A wrong value is reported, and the default takes its place. */
    static CounterSettings of(String sysfsRoot, String maxAgeMillis) {
        String root = sysfsRoot.strip().replaceAll("/+$", "");
        if (!root.startsWith("/")) {
            LOG.warn(
                    "sysfsRoot={} in org.rdmaagent.verbs.cfg is not an absolute path; using {}",
                    sysfsRoot,
                    DEFAULT_ROOT);
            root = DEFAULT_ROOT;
        }
        return new CounterSettings(root, Duration.ofMillis(millis(maxAgeMillis)));
    }

    private static long millis(String text) {
        try {
            long millis = Long.parseLong(text.strip());
            if (millis >= 0 && millis <= MAX_AGE_LIMIT_MILLIS) {
                return millis;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        LOG.warn(
                "maxAgeMillis={} in org.rdmaagent.verbs.cfg is not a number in 0..{}; using {}",
                text,
                MAX_AGE_LIMIT_MILLIS,
                DEFAULT_MAX_AGE_MILLIS);
        return Long.parseLong(DEFAULT_MAX_AGE_MILLIS);
    }
}
