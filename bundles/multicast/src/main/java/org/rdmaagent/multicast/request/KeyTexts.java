// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of one configuration, read with their ranges. A key without a value is absent. */
final class KeyTexts {
    private static final Pattern FILE = Pattern.compile(".*/([^/]*?-([^/]+)\\.(?:cfg|config))");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final Pattern NAMED_PID = Pattern.compile("[^~]+~(.+)");

    private final Map<String, ?> keys;

    KeyTexts(Map<String, ?> keys) {
        this.keys = keys;
    }

    /** The name by key if that is one, by file, or by identity. */
    String name() {
        return optional("name").filter(KeyTexts::isName).orElseGet(this::ownName);
    }

    /** Whether a membership can have this name. */
    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** The name by file or by identity, whatever the key says. */
    String ownName() {
        return part().orElseGet(() -> text("service.pid", ""));
    }

    /** The file, as far as it is known; else its identity. */
    String file() {
        Matcher file = FILE.matcher(text("felix.fileinstall.filename", ""));
        return file.matches()
                ? file.group(1)
                : part().map(part -> "org.rdmaagent.multicast-" + part + ".cfg")
                        .orElseGet(() -> text("service.pid", ""));
    }

    private Optional<String> part() {
        Matcher file = FILE.matcher(text("felix.fileinstall.filename", ""));
        if (file.matches()) {
            return Optional.of(file.group(2));
        }
        Matcher named = NAMED_PID.matcher(text("service.pid", ""));
        return named.matches() ? Optional.of(named.group(1)) : Optional.empty();
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
                key + " lies in " + least + ".." + most + ", not " + Echo.of(text));
    }

    /** A decimal number that we wrote ourselves; the other one if it is none. */
    long count(String key, long otherwise) {
        try {
            return Long.parseLong(text(key, Long.toString(otherwise)));
        } catch (NumberFormatException e) {
            return otherwise;
        }
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
