// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A JDK of this machine.
 *
 * @param java its launcher
 * @param version as it says
 * @param feature its first number
 */
record Jdk(Path java, String version, int feature) {
    /** From this one on, native calls want an option. */
    static final int ASKS_FOR_NATIVE = 22;

    /** This one, and the newest of those beside it if that is newer. */
    static List<Jdk> all() throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        Jdk own =
                new Jdk(
                        home.resolve("bin/java"),
                        Runtime.version().toString(),
                        Runtime.version().feature());
        List<Jdk> found = new ArrayList<>(List.of(own));
        try (Stream<Path> homes = Files.list(Objects.requireNonNull(home.getParent()))) {
            homes.map(Jdk::at)
                    .flatMap(Optional::stream)
                    .max(Comparator.comparingInt(Jdk::feature))
                    .filter(newest -> newest.feature() > own.feature())
                    .ifPresent(found::add);
        }
        return found;
    }

    private static Optional<Jdk> at(Path home) {
        Path release = home.resolve("release");
        Path java = home.resolve("bin/java");
        if (!Files.isExecutable(java) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        Properties told = new Properties();
        try (Reader reader = Files.newBufferedReader(release, StandardCharsets.UTF_8)) {
            told.load(reader);
            String version = told.getProperty("JAVA_VERSION", "").replace("\"", "");
            return Optional.of(new Jdk(java, version, Runtime.Version.parse(version).feature()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // no JDK, or one of before 9
        }
    }
}
