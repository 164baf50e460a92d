// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFilesTest {
    private final HostFiles files = new HostFiles();

    @Test
    void aFileIsReadWholeAndAFolderListedInOrder(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("b"), "4: ACTIVE\n");
        Files.writeString(folder.resolve("a"), "");
        assertEquals("4: ACTIVE\n", files.readText(folder.resolve("b").toString()));
        assertEquals("", files.readText(folder.resolve("a").toString()));
        assertEquals(List.of("a", "b"), files.list(folder.toString()));
    }

    @Test
    void whatIsNotThereIsToldAsJavaNioTellsIt(@TempDir Path folder) throws IOException {
        String missing = folder.resolve("missing").toString();
        assertThrows(NoSuchFileException.class, () -> files.readText(missing));
        assertThrows(NoSuchFileException.class, () -> files.list(missing));
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThrows(NotDirectoryException.class, () -> files.list(file.toString()));
        IOException folderRead =
                assertThrows(IOException.class, () -> files.readText(folder.toString()));
        assertEquals(folder + ": Is a directory", folderRead.getMessage());
    }

    @Test
    void whatMayNotBeReadIsToldAsJavaNioTellsIt(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "x");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "root reads everything");
        assertThrows(AccessDeniedException.class, () -> files.readText(file.toString()));
    }

    @Test
    void aLinkLeadsToTheDriversName(@TempDir Path folder) throws IOException {
        Path driver = Files.createDirectories(folder.resolve("drivers/mlx4_core"));
        Files.createSymbolicLink(folder.resolve("driver"), driver);
        assertEquals("mlx4_core", HostFiles.linkTarget(folder.resolve("driver").toString()));
        assertEquals("", HostFiles.linkTarget(folder.resolve("nolink").toString()));
    }
}
