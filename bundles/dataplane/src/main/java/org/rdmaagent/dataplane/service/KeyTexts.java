// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of a configuration as texts and numbers. */
final class KeyTexts {
    private static final Pattern FILE = Pattern.compile(".*/[^/]*?-([^/]+)\\.(?:cfg|config)");
    private static final Pattern NAMED_PID = Pattern.compile("[^~]+~(.+)");

    /** What configuration and component runtime add of their own. */
    private static final List<String> FOREIGN =
            List.of("service.", "felix.", "component.", "osgi.", "org.apache.");

    private final Map<String, ?> keys;

    KeyTexts(Map<String, ?> keys) {
        this.keys = keys;
    }

    /** The name by key, by file, or by identity. */
    String name() {
        String own = text("name", "");
        if (!own.isEmpty()) {
            return own;
        }
        Matcher file = FILE.matcher(text("felix.fileinstall.filename", ""));
        if (file.matches()) {
            return file.group(1);
        }
        String pid = text("service.pid", "");
        Matcher named = NAMED_PID.matcher(pid);
        return named.matches() ? named.group(1) : pid;
    }

    /** The file that it comes from, without its folder, or its identity where there is none. */
    String file() {
        String path = text("felix.fileinstall.filename", text("service.pid", "a configuration"));
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** A text without blanks around it. */
    String text(String key, String otherwise) {
        Object value = keys.get(key);
        String text = value == null ? "" : value.toString().strip();
        return text.isEmpty() ? otherwise : text;
    }

    /**
     * A number.
     *
     * @throws IllegalArgumentException if it is none, or out of range; the message says so
     */
    int number(String key, int otherwise, int least, int most) {
        String text = text(key, Integer.toString(otherwise));
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        throw new IllegalArgumentException(
                key + " lies in " + least + ".." + most + ", not " + text);
    }

    /** Several texts: an array, a collection, or one text with commas. */
    List<String> texts(String key) {
        Object value = keys.get(key);
        if (value instanceof Object[] array) {
            return strip(List.of(array));
        }
        if (value instanceof Collection<?> collection) {
            return strip(collection);
        }
        return value == null ? List.of() : list(value.toString());
    }

    /** What stands between commas. */
    static List<String> list(String text) {
        return strip(List.of(text.split(",", -1)));
    }

    private static List<String> strip(Collection<?> values) {
        List<String> all = new ArrayList<>();
        for (Object value : values) {
            String text = String.valueOf(value).strip();
            if (!text.isEmpty() && !all.contains(text)) {
                all.add(text);
            }
        }
        return all;
    }

    /** Keys that say nothing here, in order: misspelt ones, mostly. */
    SortedSet<String> unknown(Set<String> known) {
        SortedSet<String> unknown = new TreeSet<>(keys.keySet());
        unknown.removeAll(known);
        unknown.removeIf(key -> FOREIGN.stream().anyMatch(key::startsWith));
        return unknown;
    }
}
