// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsPartsTest {
    @Test
    void aPartTakesThePlaceOfItsPredecessor(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("page.md");
        ResultsParts.put(file, "# One\n\n## Goals\n\n| a |\n");
        ResultsParts.put(file, "# Two\n\nsecond\n");
        ResultsParts.put(file, "# Three\n\nthird\n\n");
        ResultsParts.put(file, "# Two\n\nanother\n");
        assertEquals(
                "# One\n\n## Goals\n\n| a |\n\n# Two\n\nanother\n\n# Three\n\nthird\n",
                Files.readString(file));
    }
}
