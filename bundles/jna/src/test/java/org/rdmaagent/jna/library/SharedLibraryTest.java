// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedLibraryTest {
    @Test
    void aMissingLibraryIsARowWithTheReasonAndTheRemedy() {
        SharedLibrary library =
                SharedLibrary.load("libnothere.so.7", NoSuchFunction.class, "libnothere7");
        assertFalse(library.loaded());
        assertTrue(library.reason().contains("libnothere.so.7 is not installed"), library.reason());
        assertTrue(library.reason().contains("apt-get install libnothere7"), library.reason());
        assertFalse(library.reason().contains("\n"));
        assertEquals("", library.describe().version());
        assertFalse(library.describe().loaded());
    }

    @Test
    void aLibraryWithoutAFunctionIsNamedTooOldOrTooNew() {
        SharedLibrary library = SharedLibrary.load("libc.so.6", NoSuchFunction.class, "libc6");
        assertFalse(library.loaded());
        assertTrue(library.reason().contains("libc.so.6 lacks a function"), library.reason());
        assertTrue(library.reason().contains("rdma_agent_has_no_such_function"), library.reason());
        assertEquals("6", library.describe().version());
    }

    @Test
    void anOlderLibraryIsNamedWithTheFunctionThatItLacks(@TempDir Path folder) throws Exception {
        Path library = compiled(folder, "int rdma_agent_first(void) { return 1; }\n");
        SharedLibrary old = SharedLibrary.load(library.toString(), TwoFunctions.class, "libolder7");
        assertFalse(old.loaded());
        assertTrue(old.reason().contains("rdma_agent_second"), old.reason());
        assertTrue(old.reason().contains("install libolder7"), old.reason());
        assertEquals("7.0.1", MappedFiles.version("librdmaolder.so.7"));
    }

    private static Path compiled(Path folder, String source) throws Exception {
        Path file = Files.writeString(folder.resolve("older.c"), source);
        Path library = folder.resolve("librdmaolder.so.7.0.1");
        ProcessBuilder gcc =
                new ProcessBuilder(
                        "gcc", "-shared", "-fPIC", "-o", library.toString(), file.toString());
        try {
            assertEquals(0, gcc.inheritIO().start().waitFor());
        } catch (IOException e) {
            assumeTrue(false, "there is no C compiler: apt-get install gcc (" + e + ")");
        }
        return library;
    }

    @Test
    void aFileThatIsNoLibraryIsNotCalledMissing(@TempDir Path folder) throws Exception {
        Path junk = Files.writeString(folder.resolve("librdmajunk.so.7"), "no ELF file");
        SharedLibrary library = SharedLibrary.load(junk.toString(), Ours.class, "libjunk7");
        assertFalse(library.loaded());
        assertTrue(library.reason().contains("does not load ("), library.reason());
        assertTrue(library.reason().contains("file too short"), library.reason());
        assertTrue(library.reason().contains("reinstall libjunk7"), library.reason());
    }

    @Test
    void aLibraryThatNeedsAnotherOneWhichIsMissingNamesThatOne() {
        LinkageError error =
                new UnsatisfiedLinkError(
                        "Unable to load library 'libx.so.1':\n"
                            + "libnl-3.so.200: cannot open shared object file: No such file or"
                            + " directory\n"
                            + "Native library (linux/libx.so.1) not found in resource path (.)");
        String text = LoadFailure.notLoaded("libx.so.1", "libx1", error);
        assertTrue(text.startsWith("libx.so.1 does not load (libnl-3.so.200: cannot open"), text);
    }

    @Test
    void aLoadedLibraryTellsItsVersionAndNoReason() {
        SharedLibrary library = SharedLibrary.load("libc.so.6", Ours.class, "libc6");
        assertTrue(library.loaded(), library.reason());
        assertEquals("", library.reason());
        assertEquals("6", library.describe().version());
        assertEquals(ProcessHandle.current().pid(), Ours.getpid());
    }

    static final class NoSuchFunction {
        private NoSuchFunction() {}

        static native int rdma_agent_has_no_such_function();
    }

    static final class TwoFunctions {
        private TwoFunctions() {}

        static native int rdma_agent_first();

        static native int rdma_agent_second();
    }

    static final class Ours {
        private Ours() {}

        static native int getpid();
    }
}
