// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows as they are on aarch64 against the compiler for it. */
class Aarch64LayoutTest {
    private static final String COMPILER = "aarch64-linux-gnu-gcc";

    static IntStream headers() {
        return IntStream.range(0, (int) OffsetProbeTest.headers().count());
    }

    @ParameterizedTest
    @MethodSource("headers")
    void offsetsAndSizesAreThoseOfItsCompiler(int headers, @TempDir Path folder) throws Exception {
        OffsetProbeTest.assumeThere(OffsetProbeTest.headers().toList().get(headers));
        requireCompiler(folder);
        String source = folder.resolve("layout.c").toString();
        assertEquals(List.of(), written(headers, source, folder));
        // The headers of RDMA are the same everywhere; those of its C library come before ours.
        assertEquals(
                List.of(),
                OffsetProbeTest.run(
                        folder, COMPILER, "-fsyntax-only", "-idirafter", "/usr/include", source));
    }

    private static void requireCompiler(Path folder) throws Exception {
        try {
            OffsetProbeTest.run(folder, COMPILER, "--version");
        } catch (IOException e) {
            abort(
                    "there is no compiler for aarch64: apt-get install gcc-aarch64-linux-gnu"
                            + " libc6-dev-arm64-cross");
        }
    }

    /** By a JVM that takes its processor for one. */
    private static List<String> written(int headers, String source, Path folder) throws Exception {
        return OffsetProbeTest.run(
                folder,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dos.arch=aarch64",
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                LayoutAssertions.class.getName(),
                Integer.toString(headers),
                source);
    }
}
