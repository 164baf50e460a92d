// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The preload {@code every_capability.c}: the emulated device as a card that can do everything. */
public final class EveryCapability {
    private EveryCapability() {}

    /** LD_PRELOAD with it and the emulated device; the library is compiled into the folder. */
    public static String preload(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("every_capability.c");
        try (InputStream in = EveryCapability.class.getResourceAsStream("/every_capability.c")) {
            Files.write(source, Objects.requireNonNull(in).readAllBytes());
        }
        Path library = folder.resolve("libevery_capability.so");
        GccRun.compile(folder, source, library, "-Wall", "-Werror", "-shared", "-fPIC", "-ldl");
        return NativeTools.mlx4emu() + ":" + library;
    }
}
