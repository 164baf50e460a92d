// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream entries = new JarOutputStream(bytes, manifest(version, fault))) {
            String file = FloodTeller.class.getName().replace('.', '/') + ".class";
            entries.putNextEntry(new JarEntry(file));
            try (InputStream in = FloodTeller.class.getResourceAsStream("/" + file)) {
                in.transferTo(entries);
            }
            entries.closeEntry();
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static Manifest manifest(String version, String fault) {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        main.putValue(Constants.BUNDLE_SYMBOLICNAME, NAME);
        main.putValue(Constants.BUNDLE_VERSION, version);
        main.putValue(Constants.BUNDLE_ACTIVATOR, FloodTeller.class.getName());
        main.putValue(Constants.IMPORT_PACKAGE, "org.osgi.framework,org.rdmaagent.dataplane");
        if (!fault.isEmpty()) {
            main.putValue("Rdma-Fault", fault);
        }
        return manifest;
    }
}
