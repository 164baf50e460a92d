// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.Map;
import java.util.TreeMap;

/**
 * What {@link GuestMain} wrote.
 *
 * @param values by key
 */
record Answers(Map<String, String> values) {
    static Answers parse(String text) {
        Map<String, String> values = new TreeMap<>();
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return new Answers(values);
    }

    String value(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new AssertionError("nothing is said about " + key + ": " + values);
        }
        return value;
    }
}
