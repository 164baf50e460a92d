// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The parts of {@code bench/RESULTS.md}: each bench writes its own, and keeps the others'. In front
 * of them are title and contents.
 */
final class ResultsParts {
    private static final String LEVEL = "# ";
    private static final Pattern BETWEEN = Pattern.compile("(?m)^(?=" + LEVEL + ")");

    private ResultsParts() {}

    /**
     * Puts a part in the place of the one with the same title; behind all others if there is none.
     *
     * @param part a title of the first level, and what belongs to it
     */
    static void put(Path file, String part) throws IOException {
        String title = title(part);
        List<String> parts = new ArrayList<>(present(file));
        int at = parts.stream().map(ResultsParts::title).toList().indexOf(title);
        if (at < 0) {
            parts.add(part);
        } else {
            parts.set(at, part);
        }
        List<String> page = new ArrayList<>(List.of(ResultsHead.of(parts)));
        page.addAll(parts);
        Files.writeString(
                file, String.join("\n\n", page.stream().map(String::strip).toList()) + "\n");
    }

    /** Those of the benches; what is in front of them is made anew. */
    private static List<String> present(Path file) throws IOException {
        String text = Files.exists(file) ? Files.readString(file) : "";
        return BETWEEN.splitAsStream(text)
                .filter(part -> part.startsWith(LEVEL))
                .filter(part -> !title(part).equals(ResultsHead.TITLE))
                .toList();
    }

    private static String title(String part) {
        return part.lines().findFirst().orElse("");
    }
}
