// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Map;

/** The keys of one configuration, read with their ranges. A key without a value is absent. */
final class PlanKeys {
    private final Map<String, ?> keys;

    PlanKeys(Map<String, ?> keys) {
        this.keys = keys;
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
                key + " lies in " + least + ".." + most + ", not " + text);
    }

    /**
     * 32 bits, decimal or with 0x.
     *
     * @throws IllegalArgumentException as {@link #number}
     */
    int bits(String key, String otherwise) {
        String text = text(key, otherwise);
        try {
            long number = Long.decode(text);
            if (number >= 0 && number <= 0xffff_ffffL) {
                return (int) number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        throw new IllegalArgumentException(key + " lies in 0..0xffffffff, not " + text);
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
            default -> throw new IllegalArgumentException(key + " is true or false, not " + text);
        };
    }
}
