// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Map;
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
        Matcher file = FILE.matcher(text(keys.get("felix.fileinstall.filename")));
        if (file.matches()) {
            return file.group(1);
        }
        String pid = text(keys.get("service.pid"));
        Matcher named = NAMED_PID.matcher(pid);
        return named.matches() ? named.group(1) : pid;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString().strip();
    }
}
