// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The newest JVM of this machine, if it is newer than the one that runs the tests. */
final class NewerJava {
    private static final Path HOMES = Path.of("/usr/lib/jvm");
    private static final String KEY = "JAVA_VERSION=";

    private NewerJava() {}

    static Optional<Path> home() throws IOException {
        if (!Files.isDirectory(HOMES)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(HOMES)) {
            return homes.filter(home -> feature(home) > Runtime.version().feature())
                    .max(Comparator.comparingInt(NewerJava::feature));
        }
    }

    private static int feature(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith(KEY))
                    .map(line -> line.substring(KEY.length()).replace("\"", ""))
                    .mapToInt(version -> Runtime.Version.parse(version).feature())
                    .findFirst()
                    .orElse(0);
        } catch (IOException | IllegalArgumentException e) {
            return 0; // not the home of a JVM
        }
    }
}
