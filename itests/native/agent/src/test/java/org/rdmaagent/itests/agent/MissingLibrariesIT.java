// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent on a host with a libibumad that is too old, and without libibverbs. */
class MissingLibrariesIT {
    private static final String UMAD = "libibumad.so.3";
    private static final String VERBS = "libibverbs.so.1";

    @Test
    void eachLibraryIsTriedByItselfAndTheAgentSaysWhatToInstall(@TempDir Path folder)
            throws Exception {
        Map<String, String> environment = new HashMap<>();
        environment.putAll(CompiledLibrary.hiding(VERBS, folder));
        environment.putAll(CompiledLibrary.inPlaceOf(UMAD, "3.0.1", "old-umad.c", folder));
        try (NativeAgent agent = NativeAgent.start(folder.resolve("home"), "native", environment)) {
            Row umad = agent.library(UMAD);
            assertEquals(false, umad.value("loaded"));
            assertEquals("3.0.1", umad.value("version"));
            String tooOld = umad.text("reason");
            assertTrue(tooOld.contains(UMAD + " lacks a function"), tooOld);
            assertTrue(tooOld.contains("undefined symbol: umad_"), tooOld);
            assertTrue(tooOld.contains("install libibumad3"), tooOld);

            Row verbs = agent.library(VERBS);
            assertEquals(false, verbs.value("loaded"));
            assertEquals("", verbs.value("version"));
            String missing = verbs.text("reason");
            assertTrue(missing.contains(VERBS + " is not installed"), missing);
            assertTrue(missing.contains("apt-get install libibverbs1"), missing);

            staysUpAndSaysSo(agent, List.of(tooOld, missing));
        }
    }

    private static void staysUpAndSaysSo(NativeAgent agent, List<String> reasons) throws Exception {
        assertEquals("native", agent.text("Provider"));
        assertEquals("CRITICAL", agent.text("HealthGrade"));
        assertEquals(
                List.of("rdma:type=Agent", "rdma:type=DataPlane", "rdma:type=Multicast"),
                agent.client().search("rdma:*"));
        for (String reason : reasons) {
            assertTrue(agent.health("nativeLibraries").text("text").contains(reason), reason);
            assertTrue(agent.text("ProviderReason").contains(reason), reason);
            assertTrue(agent.log().contains(reason), reason);
        }
    }
}
