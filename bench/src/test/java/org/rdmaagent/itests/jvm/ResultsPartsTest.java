// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsPartsTest {
    private static final String ONE = "# One\n\n## Goals\n\n| a |\n";
    private static final String TWO = "# Two\n\n## Goals\n\n## Beside C, and alone\n\n| b |\n";

    private Path file;

    @BeforeEach
    void aPage(@TempDir Path folder) {
        file = folder.resolve("page.md");
    }

    @Test
    void aPartTakesThePlaceOfItsPredecessor() throws IOException {
        ResultsParts.put(file, ONE);
        ResultsParts.put(file, "# Two\n\nsecond\n");
        ResultsParts.put(file, "# Three\n\nthird\n\n");
        ResultsParts.put(file, "# Two\n\nanother\n");
        String page = Files.readString(file);
        assertEquals(ONE + "\n# Two\n\nanother\n\n# Three\n\nthird\n", parts(page));
    }

    @Test
    void titleAndContentsStandInFrontOfThem() throws IOException {
        ResultsParts.put(file, ONE);
        ResultsParts.put(file, TWO);
        String page = Files.readString(file);
        assertTrue(page.startsWith(ResultsHead.TITLE + "\n\n"), page);
        assertEquals(
                """
                - [One](#one): [Goals](#goals)
                - [Two](#two): [Goals](#goals-1), [Beside C, and alone](#beside-c-and-alone)

                """,
                page.substring(page.indexOf("- ["), page.indexOf(ONE)));
    }

    @Test
    void theContentsFollowTheParts() throws IOException {
        ResultsParts.put(file, ONE);
        ResultsParts.put(file, TWO);
        String once = Files.readString(file);
        ResultsParts.put(file, "# Two\n\nnothing below\n");
        assertTrue(Files.readString(file).contains("- [Two](#two)\n\n" + ONE));
        ResultsParts.put(file, TWO);
        assertEquals(once, Files.readString(file));
    }

    @Test
    void aPageThatHasNoneGetsThem() throws IOException {
        ResultsParts.put(file, ONE);
        ResultsParts.put(file, TWO);
        String page = Files.readString(file);
        Files.writeString(file, parts(page));
        ResultsParts.put(file, TWO);
        assertEquals(page, Files.readString(file));
    }

    private static String parts(String page) {
        return page.substring(page.indexOf(ONE));
    }
}
