// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Constants;
import org.rdmaagent.itests.container.handler.NumberTeller;

/** Bundles around {@link NumberTeller}, as a developer of handlers would build them. */
final class HandlerJar {
    private static final String NAME = "org.rdmaagent.itests.handler";

    private HandlerJar() {}

    /** A jar of this version below the container's data. */
    static Path of(String version) throws IOException {
        Path jar = Path.of(System.getProperty("karaf.data"), "handler-" + version + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest(version))) {
            String file = NumberTeller.class.getName().replace('.', '/') + ".class";
            entries.putNextEntry(new JarEntry(file));
            try (InputStream in = NumberTeller.class.getResourceAsStream("/" + file)) {
                in.transferTo(entries);
            }
            entries.closeEntry();
        }
        return jar;
    }

    private static Manifest manifest(String version) {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        main.putValue(Constants.BUNDLE_SYMBOLICNAME, NAME);
        main.putValue(Constants.BUNDLE_VERSION, version);
        main.putValue(Constants.BUNDLE_ACTIVATOR, NumberTeller.class.getName());
        main.putValue(Constants.IMPORT_PACKAGE, "org.osgi.framework,org.rdmaagent.dataplane");
        return manifest;
    }
}
