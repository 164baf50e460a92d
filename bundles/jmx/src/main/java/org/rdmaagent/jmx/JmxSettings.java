// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often, and how long.
 *
 * @param reconcile between two looks at which devices there are
 * @param hold how long the answer of a device is kept for further attributes
 * @param discoverWait how long {@code discover()} waits for the end of a sweep
 */
record JmxSettings(Duration reconcile, Duration hold, Duration discoverWait) {
    private static final Logger LOG = LoggerFactory.getLogger(JmxSettings.class);

    /** Ten seconds, 200 milliseconds, ten minutes. */
    static JmxSettings defaults() {
        return of("10", "200", "600");
    }

    /** A wrong value is reported, and the default takes its place. */
    static JmxSettings of(String reconcileSeconds, String holdMillis, String discoverWaitSeconds) {
        return new JmxSettings(
                Duration.ofSeconds(number("reconcileSeconds", reconcileSeconds, 1, 3600, 10)),
                Duration.ofMillis(number("holdMillis", holdMillis, 0, 10_000, 200)),
                Duration.ofSeconds(
                        number("discoverWaitSeconds", discoverWaitSeconds, 1, 86_400, 600)));
    }

    private static long number(String key, String text, long least, long most, long otherwise) {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        LOG.warn(
                "{}={} in org.rdmaagent.jmx.cfg is not a number in {}..{}; using {}",
                key,
                text,
                least,
                most,
                otherwise);
        return otherwise;
    }
}
