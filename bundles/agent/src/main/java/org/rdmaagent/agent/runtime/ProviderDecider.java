// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.FieldOption;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.rdmaagent.spi.ProviderCandidate;
import org.rdmaagent.spi.ProviderChoice;
import org.rdmaagent.spi.ProviderProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides once in a start of the framework and says so in the registry; when this bundle is
 * replaced the decision stays. The bundles that could provide have an earlier start level. Without
 * the method {@code modified} a changed configuration would decide anew in mid-run.
 */
@Component(
        immediate = true,
        configurationPid = AgentSettings.PID,
        service = {})
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"org.rdmaagent.spi.ProviderChoice\"")
public final class ProviderDecider {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderDecider.class);

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            fieldOption = FieldOption.REPLACE)
    private volatile List<ProviderCandidate> candidates = List.of();

    private @Nullable ServiceRegistration<ProviderChoice> registration;

    @Activate
    void activate(BundleContext context, AgentSettings settings) {
        String asked = context.getProperty("rdma.provider.mode");
        String mode = asked == null || asked.isBlank() ? settings.provider() : asked;
        boolean startedByRun = Boolean.parseBoolean(context.getProperty("rdma.run"));
        ProviderDecision decision =
                ProviderDecision.oncePerStart(
                        new StartMemory(context),
                        () -> ProviderDecision.decide(mode, startedByRun, List.copyOf(candidates)));
        if (decision.provider().equals(ProviderDecision.NONE)) {
            LOG.error("No provider: {}", decision.reason());
        } else {
            LOG.info("Provider {}: {}", decision.provider(), decision.reason());
        }
        Dictionary<String, Object> properties =
                FrameworkUtil.asDictionary(
                        Map.of(ProviderProperties.PROVIDER, decision.provider()));
        registration = context.registerService(ProviderChoice.class, decision, properties);
    }

    @Modified
    void modified() {
        LOG.info("The changed settings of the agent count from the next start on");
    }

    @Deactivate
    void deactivate() {
        ServiceRegistration<ProviderChoice> own = registration;
        if (own != null) {
            own.unregister();
        }
    }
}
