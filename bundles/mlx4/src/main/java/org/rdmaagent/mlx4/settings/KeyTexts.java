// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of one configuration, read with their ranges. A key without a value is absent. Upper and
 * lower case are the same in a key, as the configuration admin has it.
 */
final class KeyTexts {
    private static final Pattern FILE = Pattern.compile(".*/([^/]*?-([^/]+)\\.(?:cfg|config))");
    private static final Pattern NAMED_PID = Pattern.compile("[^~]+~(.+)");

    private final NavigableMap<String, Object> keys = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    KeyTexts(Map<String, ?> given) {
        keys.putAll(given);
    }

    /** Those that are none of these, and do not begin like one of the others. */
    List<String> otherThan(Collection<String> known, Collection<String> beginnings) {
        Set<String> anyCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.addAll(known);
        return keys.keySet().stream()
                .filter(key -> !anyCase.contains(key))
                .filter(key -> beginnings.stream().noneMatch(key::startsWith))
                .toList();
    }

    /** NAME of the file, or what the configuration is called otherwise. */
    String name() {
        Matcher file = fileName();
        if (file.matches()) {
            return file.group(2);
        }
        Matcher named = NAMED_PID.matcher(text("service.pid", ""));
        return named.matches() ? named.group(1) : text("service.pid", "");
    }

    /** The file, as far as it is known; else its identity. */
    String file() {
        Matcher file = fileName();
        return file.matches() ? file.group(1) : "org.rdmaagent.mlx4-" + name() + ".cfg";
    }

    private Matcher fileName() {
        return FILE.matcher(text("felix.fileinstall.filename", ""));
    }

    Optional<String> optional(String key) {
        String text = text(key, "");
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    String text(String key, String otherwise) {
        Object value = keys.get(key);
        String text = value == null ? "" : value.toString().strip();
        return text.isEmpty() ? otherwise : text;
    }

    /**
     * A decimal number.
     *
     * @throws IllegalArgumentException out of range, or no number; the message names the key
     */
    long number(String key, long otherwise, long least, long most) {
        String text = text(key, Long.toString(otherwise));
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        throw new IllegalArgumentException(
                key + " lies in " + least + ".." + most + ", not " + Echo.of(text));
    }

    /**
     * Yes or no.
     *
     * @throws IllegalArgumentException something else; the message names the key
     */
    boolean flag(String key, boolean otherwise) {
        String text = text(key, Boolean.toString(otherwise));
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw new IllegalArgumentException(
                            key + " is true or false, not " + Echo.of(text));
        };
    }
}
