// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The README's first command, as somebody meets it who has nothing yet. */
class FreshCloneIT {
    private static final int DOWNLOAD_AND_BUILD_SECONDS = 600;

    @Test
    @EnabledIfSystemProperty(
            named = "rdma.long",
            matches = "true",
            disabledReason = "downloads everything anew: only with --long")
    void aFreshCloneWithAnEmptyRepositoryBuildsAndAnswers(@TempDir Path folder) throws Exception {
        Path clone = folder.resolve("clone");
        git("clone", "-q", ProjectTree.root().toString(), clone.toString());
        Map<String, String> nothingYet =
                Map.of(
                        "RDMA_AGENT_ARCHIVE",
                        "",
                        "MAVEN_OPTS",
                        "-Dmaven.repo.local=" + folder.resolve("repository"));
        try (AgentProcess agent =
                AgentProcess.start(clone, folder.resolve("home"), List.of(), nothingYet)) {
            agent.awaitReady(DOWNLOAD_AND_BUILD_SECONDS);
            assertEquals(
                    12,
                    ((Number)
                                    agent.viewer()
                                            .read(
                                                    "rdma:type=Fabric,device=mlx4_0,port=1",
                                                    "SwitchCount"))
                            .intValue());
        }
    }

    private static void git(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder git = new ProcessBuilder("git").inheritIO();
        git.command().addAll(List.of(arguments));
        Process process = git.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), "git needs a checkout with its history");
    }
}
