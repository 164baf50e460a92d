// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name that a configuration has by its file, or by its identity. */
final class PlanName {
    private static final Pattern FILE = Pattern.compile(".*/[^/]*?-([^/]+)\\.(?:cfg|config)");
    private static final Pattern NAMED_PID = Pattern.compile("[^~]+~(.+)");

    private PlanName() {}

    /** {@code NAME} of {@code org.rdmaagent.verbs.qp-NAME.cfg}, unless a key says otherwise. */
    static String of(Map<String, ?> keys) {
        String own = text(keys.get("name"));
        if (!own.isEmpty()) {
            return own;
        }
        return part(keys).orElseGet(() -> text(keys.get("service.pid")));
    }

    /**
     * The own name of the configuration, whatever it calls its queue pair: {@code qp-NAME}, or its
     * PID if it has no such name.
     */
    static String file(Map<String, ?> keys) {
        return part(keys).map("qp-"::concat).orElseGet(() -> text(keys.get("service.pid")));
    }

    private static Optional<String> part(Map<String, ?> keys) {
        Matcher file = FILE.matcher(text(keys.get("felix.fileinstall.filename")));
        if (file.matches()) {
            return Optional.of(file.group(1));
        }
        Matcher named = NAMED_PID.matcher(text(keys.get("service.pid")));
        return named.matches() ? Optional.of(named.group(1)) : Optional.empty();
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString().strip();
    }
}
