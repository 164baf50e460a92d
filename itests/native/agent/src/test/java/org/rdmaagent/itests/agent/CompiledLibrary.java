// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.NativeTools;

/** Small libraries in C that change what the agent finds on this machine. */
final class CompiledLibrary {
    private static final Path SOURCES = Path.of("src/test/resources").toAbsolutePath();

    private CompiledLibrary() {}

    /** The environment in which the loader does not find a library. */
    static Map<String, String> hiding(String soname, Path folder) throws Exception {
        Path audit = folder.resolve("hide-library.so");
        compile("hide-library.c", audit, soname, folder);
        return Map.of("LD_AUDIT", audit.toString(), "HIDDEN_LIBRARY", soname);
    }

    /** The environment in which the loader finds another one first, under its soname. */
    static Map<String, String> inPlaceOf(String soname, String version, String source, Path folder)
            throws Exception {
        Path libraries = Files.createDirectory(folder.resolve("libraries"));
        String stem = soname.substring(0, soname.indexOf(".so.") + ".so.".length());
        Path file = libraries.resolve(stem + version);
        compile(source, file, soname, folder);
        Files.createSymbolicLink(libraries.resolve(soname), file.getFileName());
        return Map.of("LD_LIBRARY_PATH", libraries.toString());
    }

    private static void compile(String source, Path library, String soname, Path folder)
            throws Exception {
        Child gcc =
                Child.run(
                        List.of(
                                NativeTools.program("gcc", "gcc"),
                                "-Wall",
                                "-Werror",
                                "-shared",
                                "-fPIC",
                                "-Wl,-soname," + soname,
                                "-o",
                                library.toString(),
                                SOURCES.resolve(source).toString()),
                        Map.of(),
                        folder,
                        60);
        assertEquals("", gcc.errors());
        gcc.wellEnded();
    }
}
