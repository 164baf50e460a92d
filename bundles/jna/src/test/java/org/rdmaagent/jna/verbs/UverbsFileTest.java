// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file a device has, and what ENOENT means for it; who may open is tested in the guest. */
class UverbsFileTest {
    private File sys;
    private File dev;

    @BeforeEach
    void twoDevices(@TempDir Path folder) throws IOException {
        sys = Files.createDirectories(folder.resolve("sys")).toFile();
        dev = Files.createDirectories(folder.resolve("dev")).toFile();
        Files.createDirectories(folder.resolve("sys/uverbs0"));
        Files.createDirectories(folder.resolve("sys/uverbs1"));
        Files.createDirectories(folder.resolve("sys/abi_version"));
        Files.writeString(folder.resolve("sys/uverbs0/ibdev"), "mlx4_0\n");
        Files.writeString(folder.resolve("sys/uverbs1/ibdev"), "rxe0\n");
    }

    @Test
    void theFileIsTheOneOfTheDevice() {
        assertEquals(new File(dev, "uverbs1"), UverbsFile.find(sys, dev, "rxe0").file());
    }

    @Test
    void aMissingFileStaysMissing() {
        assertEquals(VerbsFailure.ENOENT, UverbsFile.find(sys, dev, "rxe0").told(2));
        assertEquals(VerbsFailure.ENOENT, UverbsFile.find(sys, dev, "none").told(2));
    }

    @Test
    void otherNumbersStayAsTheyAre() {
        assertEquals(VerbsFailure.ENOMEM, UverbsFile.find(sys, dev, "rxe0").told(12));
    }
}
