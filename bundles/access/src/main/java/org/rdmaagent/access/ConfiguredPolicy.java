// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.SynchronousConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the policy from Configuration Admin; a change of a file counts from the next request on.
 */
@Component(service = {ConfiguredPolicy.class, SynchronousConfigurationListener.class})
public final class ConfiguredPolicy implements SynchronousConfigurationListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredPolicy.class);

    private final ConfigurationAdmin configurations;
    private final AccessPolicy policy;

    /** Made by the container. */
    @Activate
    public ConfiguredPolicy(@Reference ConfigurationAdmin configurations) {
        this.configurations = configurations;
        this.policy = new AccessPolicy(this::read, ManagementFactory.getPlatformMBeanServer());
    }

    AccessPolicy policy() {
        return policy;
    }

    @Override
    public void configurationEvent(ConfigurationEvent event) {
        if (event.getPid().startsWith(AclSearch.PREFIX)) {
            policy.forget();
        }
    }

    private Map<String, Map<String, ?>> read() {
        Map<String, Map<String, ?>> found = new HashMap<>();
        try {
            Configuration[] listed =
                    configurations.listConfigurations("(service.pid=" + AclSearch.PREFIX + "*)");
            for (Configuration configuration : listed == null ? new Configuration[0] : listed) {
                Dictionary<String, Object> lines = configuration.getProperties();
                if (lines != null) {
                    found.put(configuration.getPid(), Map.copyOf(FrameworkUtil.asMap(lines)));
                }
            }
        } catch (IOException | InvalidSyntaxException | IllegalStateException e) {
            LOG.error(
                    "The access rules (etc/jmx.acl*.cfg) cannot be read, everything is refused"
                            + " until they can: {}",
                    e.toString());
            found.clear();
        }
        return found;
    }
}
