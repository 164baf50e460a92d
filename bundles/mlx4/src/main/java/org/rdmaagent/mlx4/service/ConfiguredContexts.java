// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;

/**
 * What a file {@code org.rdmaagent.mlx4-NAME.cfg} asks for; the keys are told in {@code
 * docs/mlx4.md}. It is in force as long as the file is there: longer than this bundle.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = ConfiguredContexts.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class ConfiguredContexts {
    static final String PID = "org.rdmaagent.mlx4";

    /** ComponentConstants.DEACTIVATION_REASON_CONFIGURATION_DELETED of the component runtime. */
    static final int CONFIGURATION_DELETED = 4;

    private final ProvidedMlx4Contexts contexts;
    private final String pid;

    /** Called by the component runtime. */
    @Activate
    public ConfiguredContexts(@Reference ProvidedMlx4Contexts contexts, Map<String, Object> keys) {
        this.contexts = contexts;
        this.pid = String.valueOf(keys.get("service.pid"));
        modified(keys);
    }

    @Modified
    void modified(Map<String, Object> keys) {
        contexts.read(pid, keys);
    }

    @Deactivate
    void stop(int reason) {
        if (reason == CONFIGURATION_DELETED) {
            contexts.remove(pid);
        }
    }
}
