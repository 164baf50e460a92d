// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The project's folder: where it is, its files, its bundles' jars. */
final class Tree {
    private static final List<String> GENERATED = List.of("target", ".git", "home", "node_modules");

    private Tree() {}

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("run inside the project's folder");
            }
        }
        return folder;
    }

    /** Every file that people wrote, relative to the root. */
    static List<Path> sources() {
        Path root = root();
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(path -> !isGenerated(path))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isGenerated(Path path) {
        for (Path part : path) {
            if (GENERATED.contains(part.toString())) {
                return true;
            }
        }
        return false;
    }

    /** The jar of each bundle that has been built, by the bundle's short name. */
    static Map<String, Path> bundleJars() {
        return jarsBelow("bundles");
    }

    /** The jar of each example, by its folder's name. */
    static Map<String, Path> exampleJars() {
        return jarsBelow("examples");
    }

    private static Map<String, Path> jarsBelow(String folder) {
        Map<String, Path> jars = new TreeMap<>();
        try (Stream<Path> bundles = Files.list(root().resolve(folder))) {
            for (Path bundle : bundles.filter(Files::isDirectory).toList()) {
                Path target = bundle.resolve("target");
                if (Files.isDirectory(target)) {
                    try (Stream<Path> files = Files.list(target)) {
                        files.filter(file -> file.toString().endsWith(".jar"))
                                .filter(
                                        file ->
                                                !file.toString()
                                                        .matches(".*-(sources|tests)\\.jar"))
                                .forEach(file -> jars.put(bundle.getFileName().toString(), file));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jars;
    }

    static Path jarOf(String bundle) {
        Path jar = bundleJars().get(bundle);
        if (jar == null) {
            throw new IllegalStateException("bundles/" + bundle + " has not been built");
        }
        return jar;
    }

    static Manifest manifest(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path relative) {
        try {
            return Files.readString(root().resolve(relative));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
