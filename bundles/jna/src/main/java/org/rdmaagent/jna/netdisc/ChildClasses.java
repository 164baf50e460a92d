// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;
import org.rdmaagent.jna.netdisc.child.ScanMain;

/**
 * The classes of a scan's process, where a JVM without OSGi finds them: a bundle's are copied into
 * a jar, those of a plain class path stay where they are. JNA's own library is unpacked here once,
 * not by every process.
 *
 * @param classPath jars and folders
 * @param options of the JVM, that JNA finds its library
 * @param unpacked JNA's library; empty if it is the system's
 */
record ChildClasses(List<Path> classPath, List<String> options, List<Path> unpacked) {
    /**
     * Lays them out.
     *
     * @param folder on a file system that allows execution
     */
    static ChildClasses in(Path folder) throws IOException {
        List<Path> paths = new ArrayList<>();
        paths.add(of(ScanMain.class, "org/rdmaagent/jna", folder.resolve("scan.jar")));
        paths.add(of(Native.class, "com/sun/jna", folder.resolve("jna.jar")));
        Optional<Path> library = unpack(folder);
        return new ChildClasses(
                paths,
                library.isPresent() ? useUnpacked(folder) : sameAsHere(),
                library.stream().toList());
    }

    /** Whether nobody took a part of them away. */
    boolean areThere() {
        return classPath.stream().allMatch(Files::exists)
                && unpacked.stream().allMatch(Files::exists);
    }

    private static Path of(Class<?> anchor, String packages, Path jar) throws IOException {
        Bundle bundle = FrameworkUtil.getBundle(anchor);
        if (bundle != null) {
            copy(bundle, packages, jar);
            return jar;
        }
        CodeSource source = anchor.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IOException("nobody knows where " + anchor.getName() + " comes from");
        }
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException(anchor.getName() + " comes from " + source.getLocation(), e);
        }
    }

    private static void copy(Bundle bundle, String packages, Path jar) throws IOException {
        var classes = bundle.findEntries(packages, "*.class", true);
        if (classes == null) {
            throw new IOException(bundle + " has no classes below " + packages);
        }
        Files.deleteIfExists(jar); // who has the old one open keeps it
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (URL entry : Collections.list(classes)) {
                out.putNextEntry(new ZipEntry(entry.getPath().substring(1)));
                try (InputStream in = entry.openStream()) {
                    in.transferTo(out);
                }
            }
        }
    }

    /** Empty where JNA comes without its library, as in some distributions. */
    private static Optional<Path> unpack(Path folder) throws IOException {
        String name = System.mapLibraryName("jnidispatch");
        String resource = "/com/sun/jna/" + Platform.RESOURCE_PREFIX + "/" + name;
        try (InputStream in = Native.class.getResourceAsStream(resource)) {
            if (in == null) {
                return Optional.empty();
            }
            Path library = folder.resolve(name);
            Files.copy(in, library, StandardCopyOption.REPLACE_EXISTING);
            return Optional.of(library);
        }
    }

    private static List<String> useUnpacked(Path folder) {
        return List.of("-Djna.boot.library.path=" + folder, "-Djna.nounpack=true");
    }

    private static List<String> sameAsHere() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(property -> property.startsWith("jna."))
                .map(property -> "-D" + property + "=" + System.getProperty(property))
                .toList();
    }
}
