// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of real fabrics, which are not in the tree. */
final class CorpusFabrics {
    private CorpusFabrics() {}

    /** In order; empty if there are none. */
    static List<Path> files() throws IOException {
        String named = System.getenv("RDMA_AGENT_CORPUS");
        Path folder =
                named == null
                        ? NativeTools.root().resolveSibling("shared").resolve("corpus")
                        : Path.of(named);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".topo")).sorted().toList();
        }
    }
}
