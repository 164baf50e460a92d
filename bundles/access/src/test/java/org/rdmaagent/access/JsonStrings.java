// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.regex.Pattern;

/** What RFC 8259 section 7 says about strings, for parsers that take more. */
final class JsonStrings {
    private static final Pattern STRING =
            Pattern.compile(
                    "\"(?:[^\"\\\\\\x00-\\x1f]|\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+\"");

    private JsonStrings() {}

    /** Fails unless every string of it is one. */
    static void check(String json) {
        String rest = STRING.matcher(json).replaceAll("0");
        assertFalse(rest.contains("\"") || rest.contains("\\"), json);
    }
}
