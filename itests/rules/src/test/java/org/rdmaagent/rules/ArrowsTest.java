// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;

/** Who may import whom: the manifests of the built bundles against ARCHITECTURE.md. */
class ArrowsTest {
    /** The only one that needs a JDK 22 to be built; without one it is left out. */
    private static final String FFM = "ffm";

    /** What each bundle may import of ours. */
    private static final Map<String, Set<String>> ARROWS =
            Map.ofEntries(
                    Map.entry("api", Set.of()),
                    Map.entry("spi", Set.of("api")),
                    Map.entry("mad", Set.of("api")),
                    Map.entry("jna", Set.of("api", "spi")),
                    Map.entry(FFM, Set.of("spi")),
                    Map.entry("sim", Set.of("api", "spi", "mad")),
                    Map.entry("verbs", Set.of("api", "spi", "mad")),
                    Map.entry("fabric", Set.of("api", "spi", "mad")),
                    Map.entry("dataplane", Set.of("api", "spi")),
                    Map.entry("multicast", Set.of("api", "spi", "mad")),
                    Map.entry("mlx4", Set.of("api", "spi")),
                    Map.entry("handlers", Set.of("api")),
                    Map.entry("jmx", Set.of("api")),
                    Map.entry("access", Set.of("api")),
                    Map.entry("agent", Set.of("api", "spi")));

    /** The packages that each exporting bundle exports; nobody else exports any. */
    private static final Map<String, Set<String>> EXPORTS =
            Map.of(
                    "api",
                    Set.of(
                            "org.rdmaagent",
                            "org.rdmaagent.agent",
                            "org.rdmaagent.dataplane",
                            "org.rdmaagent.fabric",
                            "org.rdmaagent.mlx4",
                            "org.rdmaagent.multicast",
                            "org.rdmaagent.verbs"),
                    "spi",
                    Set.of(
                            "org.rdmaagent.spi",
                            "org.rdmaagent.spi.cm",
                            "org.rdmaagent.spi.completion",
                            "org.rdmaagent.spi.mlx4",
                            "org.rdmaagent.spi.verbs"),
                    "mad",
                    Set.of("org.rdmaagent.mad", "org.rdmaagent.mad.text"),
                    "sim",
                    Set.of("org.rdmaagent.sim.control"));

    /** Packages that only these bundles may import. */
    private static final Map<String, Set<String>> RESERVED =
            Map.of(
                    "com.sun.jna",
                    Set.of("jna"),
                    "javax.management",
                    Set.of("jmx", "access"),
                    "org.HdrHistogram",
                    Set.of("dataplane"));

    private final Map<String, Path> jars = Tree.bundleJars();

    @Test
    void everyBundleIsBuiltAndHasItsRow() {
        Set<String> rows = new TreeSet<>(ARROWS.keySet());
        Set<String> built = new TreeSet<>(jars.keySet());
        if (!FFM.equals(System.getProperty("rdma.native.access"))) {
            rows.remove(FFM);
            built.remove(FFM); // of a build before this one
        }
        assertEquals(rows, built);
    }

    @Test
    void onlyTheNamedPackagesAreExported() {
        jars.forEach(
                (bundle, jar) ->
                        assertEquals(
                                new TreeSet<>(exports(bundle)),
                                PackageHeader.names(Tree.manifest(jar), "Export-Package"),
                                bundle));
    }

    @Test
    void bundlesImportOnlyWhatTheArrowsAllow() {
        jars.forEach(
                (bundle, jar) -> {
                    Set<String> allowed = new TreeSet<>();
                    ARROWS.getOrDefault(bundle, Set.of())
                            .forEach(to -> allowed.addAll(exports(to)));
                    allowed.addAll(exports(bundle));
                    Set<String> ours = imports(jar, "org.rdmaagent");
                    ours.removeAll(allowed);
                    assertTrue(ours.isEmpty(), bundle + " must not import " + ours);
                });
    }

    @Test
    void reservedPackagesStayWhereTheyBelong() {
        RESERVED.forEach(
                (reserved, owners) ->
                        jars.forEach(
                                (bundle, jar) -> {
                                    if (!owners.contains(bundle)) {
                                        assertEquals(Set.of(), imports(jar, reserved), bundle);
                                    }
                                }));
    }

    @Test
    void onlyFfmNamesTheForeignFunctionApi() throws IOException {
        for (Map.Entry<String, Path> entry : jars.entrySet()) {
            assertEquals(
                    FFM.equals(entry.getKey()),
                    mentions(entry.getValue(), "java/lang/foreign"),
                    entry.getKey());
        }
    }

    @Test
    void apiNeedsNothingButTheJdk() {
        Set<String> foreign = imports(Tree.jarOf("api"), "");
        foreign.removeAll(exports("api"));
        assertEquals(Set.of(), foreign);
    }

    /** What people copy must not need more than they have. */
    @Test
    void theExamplesNeedNothingOfOursButTheApi() {
        Map<String, Path> examples = Tree.exampleJars();
        assertEquals(Set.of("handler"), examples.keySet());
        examples.forEach(
                (example, jar) -> {
                    Set<String> ours = imports(jar, "org.rdmaagent");
                    ours.removeAll(exports("api"));
                    assertEquals(Set.of(), ours, example);
                });
    }

    @Test
    void noBundleEmbedsForeignClasses() throws IOException {
        for (Map.Entry<String, Path> entry : jars.entrySet()) {
            try (JarFile jar = new JarFile(entry.getValue().toFile())) {
                List<String> foreign =
                        jar.stream()
                                .map(JarEntry::getName)
                                .filter(name -> name.endsWith(".class"))
                                .filter(name -> !name.startsWith("org/rdmaagent/"))
                                .toList();
                assertEquals(List.of(), foreign, entry.getKey());
            }
        }
    }

    private static Set<String> imports(Path jar, String prefix) {
        Manifest manifest = Tree.manifest(jar);
        Set<String> names = PackageHeader.names(manifest, "Import-Package");
        names.removeIf(
                name ->
                        !prefix.isEmpty()
                                && !name.equals(prefix)
                                && !name.startsWith(prefix + "."));
        return names;
    }

    private static Set<String> exports(String bundle) {
        return EXPORTS.getOrDefault(bundle, Set.of());
    }

    /** Class names stand in the constant pool as plain text. */
    private static boolean mentions(Path jarPath, String name) throws IOException {
        try (JarFile jar = new JarFile(jarPath.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    byte[] bytes = jar.getInputStream(entry).readAllBytes();
                    if (new String(bytes, StandardCharsets.ISO_8859_1).contains(name)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
