// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every line that {@code ibv_devinfo -v} wrote about one device: none is passed over.
 *
 * @param device key and value of what stands before the first port
 * @param ports the same of each port, by its number
 */
record DevinfoLines(Map<String, String> device, Map<Integer, Map<String, String>> ports) {
    private static final Pattern PAIR = Pattern.compile("([^:]+):(.*)");
    private static final Pattern UNSUPPORTED = Pattern.compile("(.*) not supported");

    /** Under these the tool lists the names of the bits that are set, a line each. */
    private static final Set<String> BIT_NAMES =
            Set.of(
                    "device_cap_flags",
                    "rc_odp_caps",
                    "uc_odp_caps",
                    "ud_odp_caps",
                    "xrc_odp_caps",
                    "supported_qp");

    static DevinfoLines parse(String text) {
        Map<String, String> device = new LinkedHashMap<>();
        Map<Integer, Map<String, String>> ports = new LinkedHashMap<>();
        Map<String, String> current = device;
        List<String> keys = new ArrayList<>(List.of(""));
        for (String line : text.lines().map(String::strip).toList()) {
            Matcher pair = PAIR.matcher(line);
            Matcher unsupported = UNSUPPORTED.matcher(line);
            if (pair.matches() && pair.group(1).equals("port")) {
                current = new LinkedHashMap<>();
                ports.put(Integer.valueOf(pair.group(2).strip()), current);
            } else if (pair.matches()) {
                put(current, pair.group(1), pair.group(2).strip());
                keys.add(pair.group(1));
            } else if (unsupported.matches()) {
                put(current, unsupported.group(1), "not supported");
            } else if (!line.isEmpty() && !BIT_NAMES.contains(keys.get(keys.size() - 1))) {
                throw new AssertionError("not understood: " + line + " in " + text);
            }
        }
        return new DevinfoLines(device, ports);
    }

    private static void put(Map<String, String> values, String key, String value) {
        if (values.put(key, value) != null) {
            throw new AssertionError("more than one device, or twice: " + key);
        }
    }
}
