// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.rdmaagent.multicast.request.RequestFile;

/**
 * A membership that a file {@code org.rdmaagent.multicast-NAME.cfg} asks for; the keys are told in
 * {@code docs/multicast.md}. It lives as long as the file: longer than this bundle.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = "org.rdmaagent.multicast",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class ConfiguredMembership {
    /** ComponentConstants.DEACTIVATION_REASON_CONFIGURATION_DELETED of the component runtime. */
    static final int CONFIGURATION_DELETED = 4;

    private final RequestFile file;

    /** Called by the component runtime. */
    @Activate
    public ConfiguredMembership(@Reference ProvidedMulticast multicast, Map<String, Object> keys) {
        this.file = new RequestFile(multicast.files());
        file.read(keys);
    }

    @Modified
    void modified(Map<String, Object> keys) {
        file.read(keys);
    }

    @Deactivate
    void stop(int reason) {
        if (reason == CONFIGURATION_DELETED) {
            file.remove();
        }
    }
}
