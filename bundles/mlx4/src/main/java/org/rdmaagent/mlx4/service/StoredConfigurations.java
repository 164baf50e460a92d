// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.io.IOException;
import java.util.Collections;
import java.util.Dictionary;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configurations of the factory that are there, before the component runtime tells of them. */
final class StoredConfigurations {
    private static final Logger LOG = LoggerFactory.getLogger(StoredConfigurations.class);

    private StoredConfigurations() {}

    /** Their keys by PID; none if they cannot be read. */
    static Map<String, Map<String, Object>> of(ConfigurationAdmin configurations) {
        Map<String, Map<String, Object>> all = new TreeMap<>();
        try {
            Configuration @Nullable [] found =
                    configurations.listConfigurations(
                            "(service.factoryPid=" + ConfiguredContexts.PID + ")");
            if (found != null) {
                for (Configuration each : found) {
                    all.put(each.getPid(), keys(each.getProperties()));
                }
            }
        } catch (IOException | InvalidSyntaxException e) {
            LOG.warn("The configurations are read one by one: {}", e.getMessage());
        }
        return all;
    }

    private static Map<String, Object> keys(@Nullable Dictionary<String, Object> properties) {
        Map<String, Object> keys = new LinkedHashMap<>();
        if (properties != null) {
            Collections.list(properties.keys()).forEach(key -> keys.put(key, properties.get(key)));
        }
        return keys;
    }
}
