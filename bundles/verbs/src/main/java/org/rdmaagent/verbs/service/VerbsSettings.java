// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is configured.
 *
 * @param events whether each device is kept open for its asynchronous events
 */
record VerbsSettings(boolean events) {
    private static final Logger LOG = LoggerFactory.getLogger(VerbsSettings.class);

    /** Events on. */
    static VerbsSettings defaults() {
        return new VerbsSettings(true);
    }

    static VerbsSettings of(VerbsConfiguration configuration) {
        return of(configuration.events());
    }

    /** A wrong value is reported, and the default takes its place. */
    static VerbsSettings of(String events) {
        return switch (events.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> defaults();
            case "false" -> new VerbsSettings(false);
            default -> {
                LOG.warn(
                        "events={} in org.rdmaagent.verbs.cfg is neither true nor false; using"
                                + " true",
                        events);
                yield defaults();
            }
        };
    }
}
