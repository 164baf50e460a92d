// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of a line in brackets: all values quoted, or all values between slashes. */
final class ArgumentPattern {
    private final String text;
    private final @Nullable List<Pattern> expressions;
    private final boolean broken;

    ArgumentPattern(String text) {
        this.text = text;
        List<Pattern> compiled = null;
        boolean failed = false;
        if (text.startsWith("[/") && text.endsWith("/]") && text.length() >= 4) {
            try {
                compiled =
                        Arrays.stream(text.substring(2, text.length() - 2).split("/,/", -1))
                                .map(Pattern::compile)
                                .toList();
            } catch (PatternSyntaxException e) {
                failed = true;
            }
        }
        expressions = compiled;
        broken = failed;
    }

    /**
     * A line whose expression cannot be read counts: its roles are asked for, nobody slips past it.
     */
    boolean matches(Object[] arguments) {
        if (broken) {
            return true;
        }
        if (expressions == null) {
            return text.equals(quoted(arguments));
        }
        if (expressions.size() != arguments.length) {
            return false;
        }
        for (int i = 0; i < arguments.length; i++) {
            Object argument = arguments[i];
            if (argument == null
                    || !expressions.get(i).matcher(argument.toString().trim()).matches()) {
                return false;
            }
        }
        return true;
    }

    private static String quoted(@Nullable Object[] arguments) {
        return Arrays.stream(arguments)
                .map(value -> "\"" + (value == null ? "" : value.toString().trim()) + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
