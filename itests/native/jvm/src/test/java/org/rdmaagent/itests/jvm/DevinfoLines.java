// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every line that {@code ibv_devinfo -v} wrote about one device: none is passed over. Where names
 * of bits follow a key, its value is their sum.
 *
 * @param device key and value of what stands before the first port
 * @param ports the same of each port, by its number
 */
public record DevinfoLines(Map<String, String> device, Map<Integer, Map<String, String>> ports) {
    /** What the tool has where a value would be. */
    static final String UNSUPPORTED = "not supported";

    /** Of several devices, by name. */
    public static Map<String, DevinfoLines> parseAll(String text) {
        Map<String, DevinfoLines> devices = new LinkedHashMap<>();
        DevinfoReader reader = new DevinfoReader();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("hca_id:")) {
                reader = new DevinfoReader();
                devices.put(line.substring("hca_id:".length()).strip(), reader.lines());
            }
            reader.accept(line);
        }
        return devices;
    }

    /** Of the only device. */
    public static DevinfoLines parse(String text) {
        Map<String, DevinfoLines> devices = parseAll(text);
        if (devices.size() != 1) {
            throw new AssertionError("not one device: " + text);
        }
        return devices.values().iterator().next();
    }
}
