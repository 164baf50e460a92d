// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code ibv_devinfo -v} wrote.
 *
 * @param values by {@code device rxe0 max_qp}, {@code port rxe0/1 state}, {@code gid rxe0/1 0}
 */
record Devinfo(Map<String, String> values) {
    static Devinfo parse(String text) {
        Map<String, String> values = new TreeMap<>();
        String device = "";
        String port = "";
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(":\t");
            if (colon < 0) {
                continue;
            }
            String key = line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            if (key.equals("hca_id")) {
                device = value;
                port = "";
            } else if (key.equals("port")) {
                port = device + "/" + value;
            } else if (key.startsWith("GID[")) {
                values.put("gid " + port + " " + key.replaceAll("\\D", ""), value);
            } else {
                String subject = port.isEmpty() ? "device " + device : "port " + port;
                values.put(subject + " " + key, plain(value));
            }
        }
        return new Devinfo(values);
    }

    /**
     * A number where there is one: {@code 0x10} is 16, {@code 4096 (5)} is 4096, {@code PORT_ACTIVE
     * (4)} is 4, a GUID is its value; else the text in lower case.
     */
    static String plain(String text) {
        String word = text.replaceAll(" .*", "");
        if (word.matches("\\d+")) {
            return word;
        }
        if (word.matches("0x\\p{XDigit}+")) {
            return unsigned(word.substring(2));
        }
        if (word.matches("\\p{XDigit}{4}(:\\p{XDigit}{4}){3}")) {
            return unsigned(word.replace(":", ""));
        }
        return text.replaceAll("^.*\\((\\d+)\\)$", "$1").toLowerCase(Locale.ROOT);
    }

    private static String unsigned(String hexadecimal) {
        return Long.toUnsignedString(Long.parseUnsignedLong(hexadecimal, 16));
    }
}
