// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.jna.verbs.VerbsFailure;

class RemedyTest {
    @Test
    void theLimitOfLockedMemoryIsTheKernels() throws IOException {
        String row =
                Files.readAllLines(Path.of("/proc/self/limits"), StandardCharsets.UTF_8).stream()
                        .filter(line -> line.startsWith("Max locked memory"))
                        .findFirst()
                        .orElseThrow();
        String soft = row.substring("Max locked memory".length()).strip().split("\\s+")[0];
        assertEquals(soft.equals("unlimited") ? -1 : Long.parseLong(soft), Remedy.lockedLimit());
    }

    @Test
    void aSmallLimitIsNamedAndNoLimitIsNotBlamed() {
        assertTrue(Remedy.memory(65_536).contains("is 64 KiB"));
        assertTrue(Remedy.memory(-1).contains("unlimited"));
    }

    @Test
    void onlyInvalidArgumentsGetTheWordsAboutArguments() {
        assertEquals("words", Remedy.of(VerbsFailure.EINVAL, "words"));
        assertFalse(Remedy.of(VerbsFailure.EBUSY, "words").contains("words"));
    }

    @Test
    void errnosComeInThreeWays() {
        assertEquals(0, VerbsFailure.errno(0, 5));
        assertEquals(22, VerbsFailure.errno(22, 5));
        assertEquals(22, VerbsFailure.errno(-22, 5));
        assertEquals(5, VerbsFailure.errno(-1, 5));
    }

    @Test
    void multicastAddressesAreThoseOfTheKernel() {
        assertTrue(MulticastGroups.isMulticast(new Gid(0xff00_0000_0000_0000L, 0)));
        assertFalse(MulticastGroups.isMulticast(new Gid(0xfe80_0000_0000_0000L, 1)));
        assertTrue(MulticastGroups.isMulticast(new Gid(0, 0xffff_e000_0001L)));
        assertTrue(MulticastGroups.isMulticast(new Gid(0, 0xffff_efff_ffffL)));
        assertFalse(MulticastGroups.isMulticast(new Gid(0, 0xffff_f000_0001L)));
        assertFalse(MulticastGroups.isMulticast(new Gid(0, 0xffff_0a00_0001L)));
    }
}
