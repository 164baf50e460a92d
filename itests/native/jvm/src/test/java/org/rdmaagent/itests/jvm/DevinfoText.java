// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.HashMap;
import java.util.Map;

/**
 * What {@code ibv_devinfo -v} wrote about one device.
 *
 * @param values by key; a port's keys have its number and a slash in front
 */
public record DevinfoText(Map<String, String> values) {
    static DevinfoText parse(String text) {
        Map<String, String> values = new HashMap<>();
        String prefix = "";
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(":\t");
            if (colon > 0) {
                String key = line.substring(0, colon).strip();
                String value = line.substring(colon + 1).strip();
                if (key.equals("port")) {
                    prefix = value + "/";
                } else {
                    values.putIfAbsent(prefix + key, value);
                }
            }
        }
        return new DevinfoText(values);
    }

    String device(String key) {
        return required(key);
    }

    String port(int number, String key) {
        return required(number + "/" + key);
    }

    private String required(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new AssertionError("ibv_devinfo does not tell " + key + ": " + values);
        }
        return value;
    }

    /** The first word, or the number in parentheses behind a first word that is none. */
    public static long number(String text) {
        String word = text.split(" ", -1)[0];
        if (word.startsWith("0x")) {
            return Long.parseUnsignedLong(word.substring(2), 16);
        }
        return Long.parseLong(
                word.matches("\\d+") ? word : text.replaceAll(".*\\((\\d+)\\)$", "$1"));
    }

    /** {@code max_qp_wr} is our {@code maxQpWr}. */
    public static String camelCase(String key) {
        StringBuilder name = new StringBuilder();
        for (String word : key.split("_", -1)) {
            name.append(name.length() == 0 ? word : capitalized(word));
        }
        return name.toString();
    }

    private static String capitalized(String word) {
        return word.isEmpty() ? "" : Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
