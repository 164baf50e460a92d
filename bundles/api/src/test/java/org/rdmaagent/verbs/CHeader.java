// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The enumerations of a C header, as far as verbs.h needs it. */
final class CHeader {
    static final Path VERBS = Path.of("/usr/include/infiniband/verbs.h");

    private static final Pattern SHIFT = Pattern.compile("1U?L?\\s*<<\\s*(\\w+)");

    private final String text;

    private CHeader(String text) {
        this.text = text;
    }

    static CHeader read(Path file) throws IOException {
        return of(Files.readString(file));
    }

    static CHeader of(String text) {
        return new CHeader(text.replaceAll("(?s)/\\*.*?\\*/", ""));
    }

    /** Names and values of {@code enum name}; those that need a macro are left out. */
    Map<String, Integer> enumeration(String name) {
        Matcher body =
                Pattern.compile("enum " + name + " \\{(.*?)\\};", Pattern.DOTALL).matcher(text);
        if (!body.find()) {
            throw new IllegalArgumentException("no enum " + name);
        }
        Map<String, Integer> values = new LinkedHashMap<>();
        @Nullable Integer next = 0;
        for (String entry : body.group(1).split(",")) {
            String[] sides = entry.strip().split("\\s*=\\s*", 2);
            if (sides[0].isEmpty()) {
                continue;
            }
            next = sides.length == 2 ? value(sides[1]) : next;
            if (next != null) {
                values.put(sides[0], next);
                next = next + 1;
            }
        }
        return values;
    }

    private @Nullable Integer value(String expression) {
        String bare = expression.replaceAll("[()]", "").strip();
        Matcher shift = SHIFT.matcher(bare);
        if (shift.matches()) {
            Integer by = value(shift.group(1));
            return by == null ? null : 1 << by;
        }
        if (bare.matches("-?(0x)?[0-9a-fA-F]+")) {
            return Integer.decode(bare);
        }
        return named(bare);
    }

    /** A constant of an unnamed enumeration such as IBV_WC_IP_CSUM_OK_SHIFT. */
    private @Nullable Integer named(String name) {
        Matcher found = Pattern.compile("\\b" + name + "\\s*=\\s*(\\d+)").matcher(text);
        return found.find() ? Integer.decode(found.group(1)) : null;
    }
}
