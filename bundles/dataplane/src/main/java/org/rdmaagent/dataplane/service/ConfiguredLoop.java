// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;

/**
 * A poll loop that a file {@code org.rdmaagent.dataplane.loop-NAME.cfg} asks for. It lives as long
 * as the file and this bundle; what is completed meanwhile stays in the queues.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = "org.rdmaagent.dataplane.loop",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class ConfiguredLoop {
    private final ProvidedDataPlane plane;
    private final String pid;

    /** Called by the component runtime. */
    @Activate
    public ConfiguredLoop(@Reference ProvidedDataPlane plane, Map<String, Object> keys) {
        this.plane = plane;
        this.pid = String.valueOf(keys.get("service.pid"));
        plane.configure(pid, keys);
    }

    @Modified
    void modified(Map<String, Object> keys) {
        plane.configure(pid, keys);
    }

    @Deactivate
    void stop() {
        plane.remove(pid);
    }
}
