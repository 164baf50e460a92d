// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.verbs.DeviceFolder;

/** The C library stands for that of a driver, the JVM's for another one. */
class DriverGuardTest {
    private static final Pointer READ =
            NativeLibrary.getInstance("c").getGlobalVariableAddress("read");
    private static final LoadedImage LIBC = LoadedImage.of(READ);

    @TempDir private Path devices = Path.of("");

    private DriverGuard guard(LoadedImage library) {
        return new DriverGuard(
                new DeviceFolder(new HostFiles(), devices.toString(), "mlx4_0"), () -> library);
    }

    private void driver(String name) throws IOException {
        Path driver = Files.createDirectories(devices.resolve("drivers").resolve(name));
        Path device = Files.createDirectories(devices.resolve("mlx4_0/device"));
        Files.createSymbolicLink(device.resolve("driver"), driver);
    }

    private static Memory context(Pointer pollCq) {
        Memory context = new Memory(VERBS_CONTEXT_BYTES);
        context.clear();
        context.setPointer(IbvContext.POLL_CQ.offset(), pollCq);
        return context;
    }

    private static final long VERBS_CONTEXT_BYTES = 328;

    @Test
    void theImageOfAnAddressIsFound() {
        assertTrue(LIBC.fileName().startsWith("libc"), LIBC.toString());
        assertTrue(LIBC.isThatOf(LoadedImage.of(READ.share(1))));
        try (Memory none = new Memory(8)) {
            assertEquals(new LoadedImage(0, ""), LoadedImage.of(none));
            assertFalse(LoadedImage.of(none).isThatOf(LoadedImage.of(none)));
        }
        assertEquals(new LoadedImage(0, ""), LoadedImage.of(null));
    }

    @Test
    void bothLooksHaveToBeRight() throws IOException {
        driver("mlx4_core");
        try (Memory context = context(READ)) {
            guard(LIBC).require("call", "subject", context);
            LoadedImage other = new LoadedImage(LIBC.base() + 4096, "/lib/libmlx4.so.1");
            RdmaException refusal =
                    assertThrows(
                            RdmaException.class,
                            () -> guard(other).require("call", "subject", context));
            assertEquals("EOPNOTSUPP", refusal.errno().name());
            assertTrue(refusal.remedy().contains(LIBC.fileName()), refusal.remedy());
            assertTrue(refusal.remedy().contains("/lib/libmlx4.so.1"), refusal.remedy());
        }
    }

    @Test
    void anotherDriverIsNamed() throws IOException {
        driver("mlx5_core");
        assertEquals("its driver is mlx5_core, not mlx4_core", guard(LIBC).refusal());
        try (Memory context = context(READ)) {
            assertThrows(
                    RdmaException.class, () -> guard(LIBC).require("call", "subject", context));
        }
    }

    @Test
    void aDeviceWithoutADriverIsRefused() throws IOException {
        assertEquals("it has no PCI driver, and mlx4_core is needed", guard(LIBC).refusal());
        Path folder = Files.createDirectories(devices.resolve("mlx4_0"));
        Files.writeString(folder.resolve("parent"), "eth0\n", StandardCharsets.UTF_8);
        assertEquals(
                "it has no PCI driver (it is rdma_rxe's), and mlx4_core is needed",
                guard(LIBC).refusal());
    }

    @Test
    void anAddressInNoLibraryIsRefused() throws IOException {
        driver("mlx4_core");
        try (Memory elsewhere = new Memory(8);
                Memory context = context(elsewhere)) {
            assertTrue(guard(LIBC).refusal(context).contains("unknown"));
        }
    }
}
