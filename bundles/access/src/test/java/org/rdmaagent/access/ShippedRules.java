// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** The {@code jmx.acl*.cfg} files as they are shipped. */
final class ShippedRules {
    private ShippedRules() {}

    static Map<String, Map<String, ?>> read() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("build-rules/forbidden.txt"))) {
            root = Objects.requireNonNull(root.getParent(), "not inside the project");
        }
        Path etc = root.resolve("assembly/src/main/resources/etc");
        Map<String, Map<String, ?>> rules = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(etc, "jmx.acl*.cfg")) {
            for (Path file : files) {
                Properties properties = new Properties();
                try (Reader reader = Files.newBufferedReader(file, UTF_8)) {
                    properties.load(reader);
                }
                Map<String, Object> lines = new HashMap<>();
                properties.forEach((key, value) -> lines.put((String) key, value));
                rules.put(file.getFileName().toString().replaceFirst("\\.cfg$", ""), lines);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return rules;
    }
}
