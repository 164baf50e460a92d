// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The open files of a process.
 *
 * @param targets what each leads to, in order; of sockets and pipes only the kind, since a number
 *     is never used twice
 */
record OpenFiles(List<String> targets) {
    static OpenFiles of(long pid) throws IOException {
        try (Stream<Path> links = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return new OpenFiles(
                    links.map(OpenFiles::target).flatMap(Optional::stream).sorted().toList());
        }
    }

    private static Optional<String> target(Path link) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(link).toString().replaceAll(":\\[\\d+\\]$", ""));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // closed meanwhile
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    int count() {
        return targets.size();
    }
}
