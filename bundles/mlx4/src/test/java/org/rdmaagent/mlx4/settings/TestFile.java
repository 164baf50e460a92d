// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import java.util.HashMap;
import java.util.Map;

/** A configuration as File Install makes it of a file. */
public final class TestFile {
    private TestFile() {}

    /** Of {@code org.rdmaagent.mlx4-NAME.cfg}. */
    public static Map<String, Object> keys(String name, String... keysAndValues) {
        Map<String, Object> keys = new HashMap<>();
        keys.put("service.pid", "org.rdmaagent.mlx4~" + name);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            keys.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return keys;
    }
}
