// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What every source file has or must not have. */
class SourcesTest {
    /** "About 300" in CONTRIBUTING.md, with room for a licence line and imports. */
    private static final int MOST_LINES = 330;

    private static final Pattern NEEDS_LICENCE =
            Pattern.compile(".*\\.(java|xml|sh|py|c|h|cfg)|run|check|.*/setenv");

    private static final Pattern FORBIDDEN_NAMES =
            Pattern.compile(".*(Impl|Manager|Util|Utils|Helper|Helpers|Data)\\.java");

    private static final Pattern REGISTRY_ADDRESS =
            Pattern.compile("https?://[^/\\s\"]*(repo|nexus|artifactory|registry)[^/\\s\"]*/");

    @Test
    void everySourceFileNamesItsLicence() {
        assertEquals(
                List.of(),
                files(NEEDS_LICENCE)
                        .filter(file -> !Tree.text(file).contains("SPDX-License-Identifier"))
                        .toList());
    }

    @Test
    void noFileIsLong() {
        assertEquals(
                List.of(),
                files(Pattern.compile(".*\\.java"))
                        .filter(file -> Tree.text(file).lines().count() > MOST_LINES)
                        .toList());
    }

    @Test
    void namesSayWhatAThingIs() {
        assertEquals(List.of(), files(FORBIDDEN_NAMES).toList());
    }

    @Test
    void noRegistryAddressStandsInTheTree() {
        assertEquals(
                List.of(),
                files(Pattern.compile(".*\\.(xml|md|sh|cfg|config|properties|java)|run|check"))
                        .filter(file -> REGISTRY_ADDRESS.matcher(Tree.text(file)).find())
                        .toList());
    }

    private static java.util.stream.Stream<Path> files(Pattern pattern) {
        return Tree.sources().stream().filter(file -> pattern.matcher(file.toString()).matches());
    }
}
