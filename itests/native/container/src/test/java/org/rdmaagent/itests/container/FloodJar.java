// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.rdmaagent.itests.container.handler.FloodTeller;

/** Bundles around {@link FloodTeller}, as a developer of handlers would build them. */
final class FloodJar {
    /** Their symbolic name. */
    static final String NAME = "org.rdmaagent.itests.flood";

    private FloodJar() {}

    /** Installs and starts one of this version, at a location of its own, as in deploy/. */
    static Bundle install(BundleContext context, String version, String fault)
            throws IOException, BundleException {
        Bundle bundle = context.installBundle("flood:" + version, open(version, fault));
        bundle.start();
        return bundle;
    }

    /** The jar. */
    static InputStream open(String version, String fault) throws IOException {
        ClassJar jar =
                new ClassJar(NAME, FloodTeller.class, "org.osgi.framework,org.rdmaagent.dataplane");
        return jar.open(version, fault.isEmpty() ? Map.of() : Map.of("Rdma-Fault", fault));
    }
}
