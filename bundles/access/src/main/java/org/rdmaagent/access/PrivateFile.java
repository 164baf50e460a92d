// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A small text file that only its owner reads, replaced as a whole and never seen half written. */
final class PrivateFile {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path path;

    PrivateFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    Path path() {
        return path;
    }

    boolean exists() {
        return Files.exists(path);
    }

    /** The text; empty if there is no such file. */
    String read() {
        try {
            return new String(Files.readAllBytes(path), UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    /** Writes beside it with mode 0600 from the first byte, then renames. */
    void write(String text) {
        try {
            Path folder = path.getParent();
            if (folder == null) {
                throw new IOException(path + " has no folder");
            }
            Files.createDirectories(folder);
            Path fresh = folder.resolve("." + path.getFileName() + ".new");
            Files.deleteIfExists(fresh);
            try (FileChannel channel =
                    FileChannel.open(
                            fresh,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            OWNER_ONLY)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(
                    fresh,
                    path,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write " + path + ": give the agent's user write permission there", e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path, e);
        }
    }
}
