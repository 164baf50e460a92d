// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the road for JMX consoles, unless it is switched off, with its reason. */
@Component(service = HealthCheck.class, immediate = true, configurationPid = AccessSettings.PID)
public final class JmxDoor implements HealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger(JmxDoor.class);
    private static final String KARAFS_CONNECTOR = "org.apache.karaf.management.server";

    private final @Nullable JmxRoad road;
    private final HealthResult state;

    /** Made by the container. */
    @Activate
    public JmxDoor(
            BundleContext context,
            AccessSettings settings,
            @Reference KarafLogin login,
            @Reference ConfiguredPolicy policy) {
        String reason = reasonAgainst(settings.jmx(), context);
        if (!reason.isEmpty()) {
            LOG.info("JMX over RMI is off: {}", reason);
            road = null;
            state = new HealthResult("jmx", HealthGrade.OK, "off: " + reason);
            return;
        }
        JmxRoad opened = null;
        HealthResult result;
        String where = settings.jmxHost() + ":" + settings.jmxPort();
        try {
            opened =
                    new JmxRoad(
                            InetAddress.getByName(settings.jmxHost()),
                            ConfiguredNumber.of("jmxPort", settings.jmxPort(), 1, 65_535),
                            ManagementFactory.getPlatformMBeanServer(),
                            policy.policy(),
                            login.desk());
            result = new HealthResult("jmx", HealthGrade.OK, "listens on " + where);
            LOG.info("JMX over RMI listens on {} as {}", where, JmxRoad.NAME);
        } catch (IOException | RuntimeException e) {
            String text = failure(settings, e);
            LOG.error("{}", text);
            result = new HealthResult("jmx", HealthGrade.CRITICAL, text);
        }
        road = opened;
        state = result;
    }

    @Deactivate
    void close() throws IOException {
        if (road != null) {
            road.close();
        }
    }

    @Override
    public HealthResult check() {
        return state;
    }

    /** Why the road stays closed; empty if it opens. */
    static String reasonAgainst(String setting, BundleContext context) {
        return switch (setting.trim()) {
            case "on" -> "";
            case "off" -> "jmx = off in etc/org.rdmaagent.access.cfg";
            case "auto" -> automatic(context);
            default ->
                    "jmx = "
                            + setting
                            + " in etc/org.rdmaagent.access.cfg is none of auto, on, off";
        };
    }

    private static String automatic(BundleContext context) {
        boolean karaf =
                Arrays.stream(context.getBundles())
                        .anyMatch(
                                bundle ->
                                        KARAFS_CONNECTOR.equals(bundle.getSymbolicName())
                                                && bundle.getState() == Bundle.ACTIVE);
        return karaf ? "Karaf's own connector (feature management) serves" : "";
    }

    private static String failure(AccessSettings settings, Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return "port "
                        + settings.jmxPort()
                        + " is taken by another process; choose another with --jmx-port or stop"
                        + " it";
            }
        }
        return "JMX over RMI cannot listen on "
                + settings.jmxHost()
                + ":"
                + settings.jmxPort()
                + ": "
                + e;
    }
}
