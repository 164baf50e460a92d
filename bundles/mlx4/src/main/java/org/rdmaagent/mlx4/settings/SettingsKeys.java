// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.rdmaagent.mlx4.LogWqsRange;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;

/** Reads the keys of a file {@code org.rdmaagent.mlx4-NAME.cfg}. */
final class SettingsKeys {
    private static final List<String> KEYS =
            List.of(
                    "allocator",
                    "contexts",
                    "device",
                    "fallback",
                    "locked",
                    "logWqsRangeSize",
                    "numaNode",
                    "regionBytes");

    /** What configuration and component runtime add of their own. */
    private static final List<String> FOREIGN =
            List.of("service.", "felix.", "component.", "osgi.", "org.apache.");

    private static final Pattern CONTEXT = Pattern.compile("[^\\s*,]{1,128}\\*?|\\*");
    private static final Pattern DEVICE = Pattern.compile("[^\\s/]{1,63}");
    private static final Pattern ALLOCATOR = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final long MOST_BYTES = 1L << 40;
    private static final int MOST_NODE = 1023; // MAX_NUMNODES of the kernel is 1024 at the most

    private SettingsKeys() {}

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException a key is wrong, or none; the message names it
     */
    static ContextSettings read(Map<String, ?> given) {
        KeyTexts keys = new KeyTexts(given);
        refuseUnknown(keys.otherThan(KEYS, FOREIGN));
        return new ContextSettings(
                matching("device", keys.text("device", keys.name()), DEVICE, "one such as mlx4_0"),
                contexts(keys),
                matching(
                        "allocator",
                        keys.text("allocator", Mlx4Allocators.SYSTEM),
                        ALLOCATOR,
                        "system, hugepage, arena, or the name of a service: letters, digits, . _ -,"
                                + " 64 at the most"),
                regionBytes(keys),
                keys.flag("locked", false),
                numaNode(keys),
                keys.flag("fallback", true),
                (int) keys.number("logWqsRangeSize", 0, 0, LogWqsRange.MAX));
    }

    private static void refuseUnknown(List<String> unknown) {
        if (!unknown.isEmpty()) {
            String first = unknown.get(0);
            throw new IllegalArgumentException(
                    Echo.of(first)
                            + " is no key here; the nearest one is "
                            + NearestKey.of(first, KEYS));
        }
    }

    private static String matching(String key, String text, Pattern form, String what) {
        if (!form.matcher(text).matches()) {
            throw new IllegalArgumentException(key + " is " + what + ", not " + Echo.of(text));
        }
        return text;
    }

    private static List<String> contexts(KeyTexts keys) {
        return Arrays.stream(keys.text("contexts", "*").split(",", -1))
                .map(String::strip)
                .map(
                        context ->
                                matching(
                                        "contexts",
                                        context,
                                        CONTEXT,
                                        "a list of names such as qp/feed, with * only at the end of"
                                                + " one"))
                .distinct()
                .toList();
    }

    private static OptionalLong regionBytes(KeyTexts keys) {
        return keys.optional("regionBytes").isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(keys.number("regionBytes", 1, 1, MOST_BYTES));
    }

    private static int numaNode(KeyTexts keys) {
        String text = keys.text("numaNode", "device");
        return switch (text) {
            case "device" -> AllocatorPlan.DEVICE_NODE;
            case "none" -> AllocatorPlan.NO_NODE;
            default -> {
                if (!text.matches("\\d{1,4}") || Integer.parseInt(text) > MOST_NODE) {
                    throw new IllegalArgumentException(
                            "numaNode is device, none, or a number from 0 to "
                                    + MOST_NODE
                                    + ", not "
                                    + Echo.of(text));
                }
                yield Integer.parseInt(text);
            }
        };
    }
}
