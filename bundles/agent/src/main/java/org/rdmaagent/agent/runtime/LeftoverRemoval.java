// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets at the start what was deleted from the home while the agent was down. File Install tells
 * of a removed jar only when another file of the folder changes (its {@code WatcherScanner}), and
 * never of a removed settings file; the caches would bring both back at each start. While the agent
 * runs it sees a deletion, so this runs once in a start of the framework.
 */
@Component(
        immediate = true,
        service = {})
public final class LeftoverRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(LeftoverRemoval.class);
    private static final String ADDRESS = "felix.fileinstall.filename";

    @Activate
    public LeftoverRemoval(BundleContext context, @Reference ConfigurationAdmin configurations) {
        StartMemory memory = new StartMemory(context);
        String etc = context.getProperty("karaf.etc");
        String home = context.getProperty("karaf.base");
        if (etc == null || home == null || memory.recall(StartMemory.SWEPT).isPresent()) {
            return;
        }
        memory.keep(StartMemory.SWEPT, "true");
        try {
            Leftovers leftovers = Leftovers.of(Path.of(etc), Path.of(home, "deploy"));
            forgetConfigurations(leftovers, configurations);
            forgetBundles(leftovers, context);
        } catch (IOException e) {
            LOG.error("Cannot tell what was deleted since the last stop: {}", e.toString());
        }
    }

    private static void forgetConfigurations(Leftovers leftovers, ConfigurationAdmin configurations)
            throws IOException {
        for (Configuration each : fromFiles(configurations)) {
            String pid = each.getPid(); // a deleted one no longer tells it
            Optional<Path> file = leftovers.ofConfiguration(pid, each.getProperties().get(ADDRESS));
            if (file.isPresent()) {
                each.delete();
                LOG.info("Forgot {}: {} is gone since the last stop", pid, file.get());
            }
        }
    }

    private static Configuration[] fromFiles(ConfigurationAdmin configurations) throws IOException {
        try {
            Configuration[] found = configurations.listConfigurations("(" + ADDRESS + "=*)");
            return found == null ? new Configuration[0] : found;
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("the filter is fixed", e);
        }
    }

    private static void forgetBundles(Leftovers leftovers, BundleContext context) {
        for (Bundle each : context.getBundles()) {
            leftovers.ofBundle(each.getLocation()).ifPresent(jar -> forget(each, jar));
        }
    }

    private static void forget(Bundle bundle, Path jar) {
        try {
            bundle.uninstall();
            LOG.info(
                    "Uninstalled {}: {} is gone since the last stop",
                    bundle.getSymbolicName(),
                    jar);
        } catch (IllegalStateException e) {
            LOG.debug("{} is gone, File Install was faster: {}", jar, e.toString());
        } catch (BundleException e) {
            LOG.error(
                    "{} is gone, but its bundle {} cannot be uninstalled: {}",
                    jar,
                    bundle.getSymbolicName(),
                    e.toString());
        }
    }
}
