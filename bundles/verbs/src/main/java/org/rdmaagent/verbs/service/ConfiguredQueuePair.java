// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.rdmaagent.verbs.queue.PlanFile;

/**
 * A queue pair that a file {@code org.rdmaagent.verbs.qp-NAME.cfg} asks for; the keys are told in
 * {@code docs/queue-pairs.md}. It lives as long as the file: longer than this bundle.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = "org.rdmaagent.verbs.qp",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class ConfiguredQueuePair {
    /** ComponentConstants.DEACTIVATION_REASON_CONFIGURATION_DELETED of the component runtime. */
    static final int CONFIGURATION_DELETED = 4;

    private final ProvidedVerbs verbs;
    private final PlanFile file;

    /** Called by the component runtime. */
    @Activate
    public ConfiguredQueuePair(@Reference ProvidedVerbs verbs, Map<String, Object> keys) {
        this.verbs = verbs;
        this.file = new PlanFile(verbs.plans());
        modified(keys);
    }

    @Modified
    void modified(Map<String, Object> keys) {
        file.read(keys);
        verbs.nudge();
    }

    @Deactivate
    void stop(int reason) {
        if (reason == CONFIGURATION_DELETED) {
            file.remove();
        } else {
            file.leave();
        }
        verbs.nudge();
    }
}
