// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.rdmaagent.itests.container.handler.FloodTeller;

/**
 * Bundles around {@link FloodTeller}, as a developer of handlers would build them.
 *
 * @param queue whose completions they ask for
 */
record FloodJar(String queue) {
    /** Their symbolic name. */
    static final String NAME = "org.rdmaagent.itests.flood";

    /** Installs and starts one of this version, at a location of its own, as in deploy/. */
    Bundle install(BundleContext context, String version, String fault)
            throws IOException, BundleException {
        Bundle bundle = context.installBundle("flood:" + version, open(version, fault));
        bundle.start();
        return bundle;
    }

    /** The jar. */
    InputStream open(String version, String fault) throws IOException {
        ClassJar jar =
                new ClassJar(NAME, FloodTeller.class, "org.osgi.framework,org.rdmaagent.dataplane");
        Map<String, String> headers = new HashMap<>(Map.of("Rdma-Queue", queue));
        if (!fault.isEmpty()) {
            headers.put("Rdma-Fault", fault);
        }
        return jar.open(version, headers);
    }
}
