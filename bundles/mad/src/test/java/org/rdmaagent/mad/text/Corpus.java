// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Topology files of real subnets, which lie outside the project. */
final class Corpus {
    private Corpus() {}

    static byte[] read(String file) throws IOException {
        Path path = folder().resolve(file);
        assumeTrue(
                Files.isReadable(path),
                "no corpus: " + path + " is absent; set RDMA_AGENT_CORPUS to its folder");
        return Files.readAllBytes(path);
    }

    private static Path folder() {
        String set = System.getenv("RDMA_AGENT_CORPUS");
        if (set != null) {
            return Path.of(set);
        }
        Path root = Path.of("").toAbsolutePath();
        while (root.getParent() != null
                && !Files.exists(root.resolve("build-rules/forbidden.txt"))) {
            root = root.getParent();
        }
        return root.resolve("../shared/corpus").normalize();
    }
}
