// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one {@code jmx.acl*} configuration, in the grammar that Karaf's JMX guard reads:
 * {@code name(type,type)[/regex/,/regex/]}, {@code name(type)["value"]}, {@code name(type,type)},
 * {@code name}, {@code name*}, {@code *name}, {@code *name*}; the value is a list of roles with
 * commas, {@code *} for everybody, a comment behind {@code #}.
 *
 * <p>Where Karaf's answer hangs on chance (two wildcards of one length) or on arguments that are
 * not known yet, every line that may count must be met: never more is allowed than over Karaf's own
 * road.
 */
final class AclRules {
    /**
     * What was found: every list must hold one of the caller's roles; conclusive ends the search.
     */
    record Finding(List<List<String>> required, boolean conclusive) {
        static final Finding NOTHING = new Finding(List.of(), false);
    }

    private record ArgumentLine(ArgumentPattern pattern, List<String> roles) {}

    private final Map<String, List<String>> plain = new HashMap<>();
    private final Map<String, List<ArgumentLine>> withArguments = new HashMap<>();
    private final List<Wildcard> wildcards = new ArrayList<>();

    private record Wildcard(String key, String part, List<String> roles) {
        boolean matches(String method) {
            boolean open = key.startsWith("*") && method.endsWith(part);
            boolean closed = key.endsWith("*") && method.startsWith(part);
            boolean middle = key.startsWith("*") && key.endsWith("*") && method.contains(part);
            return key.length() - part.length() == 2 ? middle : open || closed;
        }
    }

    private AclRules() {}

    static AclRules of(Map<String, ?> configuration) {
        AclRules rules = new AclRules();
        configuration.forEach(
                (key, value) -> {
                    if (value instanceof String roles) {
                        rules.add(withoutBlanks(key), rolesOf(roles));
                    }
                });
        return rules;
    }

    private void add(String key, List<String> roles) {
        int close = key.indexOf(')');
        // The type of an array begins with a bracket too: getThreadInfo([J)
        int bracket = key.indexOf('[', key.indexOf('(') >= 0 ? Math.max(close, 0) : 0);
        if (bracket > 0 && key.endsWith("]")) {
            ArgumentLine line =
                    new ArgumentLine(new ArgumentPattern(key.substring(bracket)), roles);
            withArguments
                    .computeIfAbsent(key.substring(0, bracket), any -> new ArrayList<>())
                    .add(line);
            return;
        }
        plain.put(key, roles);
        if (key.startsWith("*") || key.endsWith("*")) {
            int from = key.startsWith("*") ? 1 : 0;
            int to = Math.max(from, key.endsWith("*") ? key.length() - 1 : key.length());
            wildcards.add(new Wildcard(key, key.substring(from, to), roles));
        }
    }

    /**
     * What these lines ask of a caller.
     *
     * @param method operation, or {@code get}, {@code is}, {@code set} and the attribute's name
     * @param signature class names of the parameters
     * @param arguments their values; null if not known yet
     */
    Finding find(String method, List<String> signature, Object @Nullable [] arguments) {
        String signed = method + "(" + String.join(",", signature) + ")";
        List<List<String>> required = new ArrayList<>();
        if (byArgumentsOrName(signed, arguments, required)
                || byArgumentsOrName(method, arguments, required)
                || byWildcard(method, required)) {
            return new Finding(required, true);
        }
        return new Finding(required, false);
    }

    private boolean byArgumentsOrName(
            String key, Object @Nullable [] arguments, List<List<String>> required) {
        List<ArgumentLine> lines = withArguments.getOrDefault(key, List.of());
        if (arguments == null) {
            lines.forEach(line -> required.add(line.roles()));
        } else {
            List<ArgumentLine> hits =
                    lines.stream().filter(line -> line.pattern().matches(arguments)).toList();
            if (!hits.isEmpty()) {
                required.add(hits.stream().flatMap(line -> line.roles().stream()).toList());
                return true;
            }
        }
        List<String> roles = plain.get(key);
        if (roles != null) {
            required.add(roles);
        }
        return roles != null;
    }

    private boolean byWildcard(String method, List<List<String>> required) {
        List<Wildcard> hits = wildcards.stream().filter(line -> line.matches(method)).toList();
        int longest = hits.stream().mapToInt(line -> line.part().length()).max().orElse(-1);
        hits.stream()
                .filter(line -> line.part().length() == longest)
                .forEach(line -> required.add(line.roles()));
        return !hits.isEmpty();
    }

    private static List<String> rolesOf(String text) {
        int comment = text.indexOf('#');
        return Arrays.stream((comment < 0 ? text : text.substring(0, comment)).split(","))
                .map(String::trim)
                .filter(role -> !role.isEmpty())
                .toList();
    }

    /** Blanks count only inside the quotes or slashes of an argument. */
    private static String withoutBlanks(String key) {
        StringBuilder text = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (quote == 0 && c == ' ') {
                continue;
            }
            if (quote == 0 && (c == '"' || c == '/') && opensArgument(text)) {
                quote = c;
            } else if (c == quote && closesArgument(key, i + 1)) {
                quote = 0;
            }
            text.append(c);
        }
        return text.toString();
    }

    private static boolean opensArgument(StringBuilder before) {
        char last = before.isEmpty() ? 0 : before.charAt(before.length() - 1);
        return last == '[' || last == ',';
    }

    private static boolean closesArgument(String key, int from) {
        String rest = key.substring(from).trim();
        return rest.startsWith("]") || rest.startsWith(",");
    }
}
