// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Constants;

/**
 * A bundle of one class, as a developer would build it.
 *
 * @param name its symbolic name
 * @param activator the class
 * @param imports the packages that it needs
 */
record ClassJar(String name, Class<?> activator, String imports) {
    /**
     * The jar.
     *
     * @param headers beside those that every bundle has
     */
    InputStream open(String version, Map<String, String> headers) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream entries = new JarOutputStream(bytes, manifest(version, headers))) {
            String file = activator.getName().replace('.', '/') + ".class";
            entries.putNextEntry(new JarEntry(file));
            try (InputStream in = activator.getResourceAsStream("/" + file)) {
                in.transferTo(entries);
            }
            entries.closeEntry();
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private Manifest manifest(String version, Map<String, String> headers) {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        main.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
        main.putValue(Constants.BUNDLE_VERSION, version);
        main.putValue(Constants.BUNDLE_ACTIVATOR, activator.getName());
        main.putValue(Constants.IMPORT_PACKAGE, imports);
        headers.forEach(main::putValue);
        return manifest;
    }
}
