// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder that goes with all that is in it. */
final class ScanFolder {
    private static final Logger LOG = LoggerFactory.getLogger(ScanFolder.class);

    private ScanFolder() {}

    /** A new one, for its owner only. */
    static Path create(Path parent, String prefix) throws IOException {
        Files.createDirectories(parent);
        return Files.createTempDirectory(parent, prefix);
    }

    /** Deletes it if it is there; what stays is logged. */
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (NoSuchFileException e) {
            // Nothing to do.
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted; delete it by hand", folder, e);
        }
    }

    /** The content first. */
    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(
                Path folder, @org.jspecify.annotations.Nullable IOException failure)
                throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
