// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.os.HostFiles;

/** Over a folder like sysfs. */
class UmadFilesTest {
    private final Path root;
    private final Path devices;
    private Path sysfs;

    UmadFilesTest(@TempDir Path root) throws IOException {
        this.root = root;
        devices = Files.createDirectory(root.resolve("dev"));
        sysfs = Files.createDirectory(root.resolve("class"));
        row(sysfs, "umad0", "1\n");
        row(sysfs, "umad1", "2\n");
        Files.writeString(sysfs.resolve("abi_version"), "5\n");
    }

    private static void row(Path sysfs, String name, String port) throws IOException {
        Path row = Files.createDirectory(sysfs.resolve(name));
        Files.writeString(row.resolve("ibdev"), "mlx4_0\n");
        Files.writeString(row.resolve("port"), port);
    }

    private void require(int port) {
        new UmadFiles(new HostFiles(), sysfs.toString(), devices.toString())
                .requireOpenable(new PortId("mlx4_0", port));
    }

    private String refusal(int port) {
        return assertThrows(RdmaException.class, () -> require(port)).errno().name();
    }

    @Test
    void aPortWhoseFileCanBeOpenedPasses() throws IOException {
        Files.createFile(devices.resolve("umad0"));
        assertDoesNotThrow(() -> require(1));
    }

    @Test
    void aPortThatNoFileIsForIsRefused() {
        assertEquals("EINVAL", refusal(3));
        sysfs = root.resolve("nothing");
        assertEquals("EINVAL", refusal(1));
    }

    @Test
    void whatCannotBeToldPasses() throws IOException {
        assertDoesNotThrow(() -> require(2), "a simulator's, without a file");
        Files.createDirectory(sysfs.resolve("umad2"));
        assertDoesNotThrow(() -> require(3), "whose port umad2 is cannot be read");
    }

    @Test
    void aPortWhoseFileIsOthersIsRefusedWithTheRemedy() throws IOException {
        Path file = Files.createFile(devices.resolve("umad1"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        assumeFalse(Files.isWritable(file), "root may write everything");
        assertEquals("EACCES", refusal(2));
    }
}
