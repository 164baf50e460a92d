// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Where the HTTP server is told to listen: its own configuration, {@code
 * etc/org.apache.felix.http.cfg}.
 */
@Component(service = HttpAddress.class, configurationPid = "org.apache.felix.http")
public final class HttpAddress {
    private static final String PORT = "org.osgi.service.http.port";
    private static final String HOST = "org.apache.felix.http.host";

    private final String host;
    private final int port;

    /** Made by the container, anew when the configuration changes. */
    @Activate
    public HttpAddress(BundleContext context, Map<String, Object> configuration) {
        host = setting(context, configuration, HOST, "127.0.0.1");
        port = Integer.parseInt(setting(context, configuration, PORT, "8181"));
    }

    int port() {
        return port;
    }

    /** As it stands in a URL; who listens everywhere is reached over loopback. */
    String hostInUrl() {
        if (host.equals("0.0.0.0") || host.equals("::")) {
            return "127.0.0.1";
        }
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    String url() {
        return "http://" + hostInUrl() + ":" + port + JolokiaDoor.PATH;
    }

    private static String setting(
            BundleContext context,
            Map<String, Object> configuration,
            String key,
            String otherwise) {
        Object value = configuration.get(key);
        if (value == null || value.toString().isBlank()) {
            value = context.getProperty(key);
        }
        return value == null || value.toString().isBlank() ? otherwise : value.toString().trim();
    }
}
