// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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

    static final class Ours {
        private Ours() {}

        static native int getpid();
    }
}
