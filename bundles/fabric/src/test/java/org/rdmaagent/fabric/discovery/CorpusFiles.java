// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Topology files of real subnets, where somebody has laid them ready. */
final class CorpusFiles {
    private CorpusFiles() {}

    /** In order; empty if there are none. */
    static List<Path> topologies() throws IOException {
        Path folder = folder();
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".topo")).sorted().toList();
        }
    }

    private static Path folder() {
        String named = System.getenv("RDMA_AGENT_CORPUS");
        if (named != null) {
            return Path.of(named);
        }
        Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.exists(root.resolve("build-rules/forbidden.txt"))) {
            root = root.getParent();
        }
        return root == null ? Path.of("corpus") : root.resolveSibling("shared").resolve("corpus");
    }
}
