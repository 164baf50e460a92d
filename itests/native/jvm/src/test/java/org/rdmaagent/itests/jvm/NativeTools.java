// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the tests need of this machine; a test without it is skipped with the reason. */
public final class NativeTools {
    private static final List<Path> MORE_FOLDERS =
            List.of(Path.of("/usr/sbin"), Path.of("/sbin"), Path.of("/usr/local/sbin"));

    private NativeTools() {}

    /** The project's folder: upwards from the module's. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = Objects.requireNonNull(folder.getParent());
        }
        return folder;
    }

    /** The program's path, or the test is skipped. */
    public static String program(String name, String debianPackage) {
        Optional<Path> found =
                Stream.concat(
                                Arrays.stream(System.getenv("PATH").split(":")).map(Path::of),
                                MORE_FOLDERS.stream())
                        .map(folder -> folder.resolve(name))
                        .filter(Files::isExecutable)
                        .findFirst();
        assumeTrue(found.isPresent(), name + " is missing: apt-get install " + debianPackage);
        return found.orElseThrow().toString();
    }

    /** Debian keeps it out of the loader's path, below the folder of the architecture. */
    public static String umad2sim() throws IOException {
        List<Path> found = List.of();
        try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
            found =
                    folders.map(folder -> folder.resolve("umad2sim/libumad2sim.so"))
                            .filter(Files::isReadable)
                            .toList();
        }
        assumeTrue(!found.isEmpty(), "libumad2sim is missing: apt-get install ibsim-utils");
        return found.get(0).toString();
    }

    /** The emulated device, built if it is not there or older than its source. */
    public static String mlx4emu() throws IOException, InterruptedException {
        program("gcc", "gcc");
        program("make", "make");
        assumeTrue(
                Files.isReadable(Path.of("/usr/include/infiniband/verbs.h")),
                "verbs.h is missing: apt-get install libibverbs-dev");
        Path folder = root().resolve("itests/native/mlx4emu");
        Process make =
                new ProcessBuilder("make", "-s", "-C", folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!make.waitFor(3, TimeUnit.MINUTES) || make.exitValue() != 0) {
            throw new IOException("make in " + folder + " failed");
        }
        return folder.resolve("target/libmlx4emu.so").toString();
    }
}
