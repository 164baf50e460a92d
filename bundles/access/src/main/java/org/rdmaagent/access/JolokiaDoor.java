// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import jakarta.servlet.Servlet;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.context.ServletContextHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts {@code /jolokia} up on the servlet whiteboard: the context with the door first, then the
 * servlet.
 */
@Component(service = JolokiaDoor.class, immediate = true, configurationPid = AccessSettings.PID)
public final class JolokiaDoor {
    static final String PATH = "/jolokia";
    private static final Logger LOG = LoggerFactory.getLogger(JolokiaDoor.class);
    private static final int DEFAULT_BODY_BYTES = 1_048_576;
    private static final String CONTEXT = "rdma-agent-jolokia";

    /**
     * Counts every element of every array: a bulk read of all devices and ports of a large host.
     */
    private static final int MAX_OBJECTS = 500_000;

    private static final int MAX_DEPTH = 20;

    private final ProbeMark probe = new ProbeMark(new SecureRandom());
    private final ServiceRegistration<ServletContextHelper> context;
    private final ServiceRegistration<Servlet> servlet;

    /** Made by the container. */
    @Activate
    public JolokiaDoor(
            BundleContext bundle,
            AccessSettings settings,
            @Reference KarafLogin login,
            @Reference ConfiguredPolicy policy,
            @Reference HttpAddress address) {
        List<String> hosts = new ArrayList<>(entries(settings.allowedHosts()));
        hosts.add(address.hostInUrl());
        RequestRules rules =
                new RequestRules(
                        hosts,
                        entries(settings.allowedOrigins()),
                        maxBodyBytes(settings.maxBodyBytes()));
        context =
                bundle.registerService(
                        ServletContextHelper.class,
                        new JolokiaContext(rules, login.desk(), probe),
                        properties(
                                Map.of(
                                        "osgi.http.whiteboard.context.name", CONTEXT,
                                        "osgi.http.whiteboard.context.path", PATH)));
        servlet =
                bundle.registerService(
                        Servlet.class,
                        new JolokiaServlet(bundle, rules, policy.policy()),
                        properties(servletProperties()));
    }

    ProbeMark probe() {
        return probe;
    }

    @Deactivate
    void close() {
        servlet.unregister();
        context.unregister();
    }

    /** A wrong number is reported; it shall not cost the operator this door. */
    static int maxBodyBytes(String configured) {
        try {
            return ConfiguredNumber.of("maxBodyBytes", configured, 1, Integer.MAX_VALUE);
        } catch (IllegalArgumentException e) {
            LOG.warn("{}; using {}", e.getMessage(), DEFAULT_BODY_BYTES);
            return DEFAULT_BODY_BYTES;
        }
    }

    /** A cfg file has one text with commas where a typed configuration has an array. */
    static List<String> entries(String[] setting) {
        return Arrays.stream(setting)
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::trim)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    static Map<String, String> jolokiaParameters() {
        return Map.of(
                "agentType", "osgi",
                "agentContext", PATH,
                "discoveryEnabled", "false",
                "allowErrorDetails", "false",
                "maxDepth", Integer.toString(MAX_DEPTH),
                "maxObjects", Integer.toString(MAX_OBJECTS),
                "debug", "false");
    }

    private static Map<String, Object> servletProperties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("osgi.http.whiteboard.servlet.name", "jolokia");
        properties.put("osgi.http.whiteboard.servlet.pattern", "/*");
        // Notifications as server-sent events keep their request open.
        properties.put("osgi.http.whiteboard.servlet.asyncSupported", true);
        properties.put(
                "osgi.http.whiteboard.context.select",
                "(osgi.http.whiteboard.context.name=" + CONTEXT + ")");
        jolokiaParameters().forEach((key, value) -> properties.put("servlet.init." + key, value));
        return properties;
    }

    private static Dictionary<String, Object> properties(Map<String, ?> entries) {
        return FrameworkUtil.asDictionary(Map.copyOf(entries));
    }
}
