// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeftoversTest {
    private static final String FILE = "org.rdmaagent.verbs.qp-feed.cfg";
    private static final String PID = "org.rdmaagent.verbs.qp~feed";

    private final Path etc;
    private final Path deploy;

    LeftoversTest(@TempDir Path home) throws IOException {
        etc = Files.createDirectory(home.resolve("etc"));
        deploy = Files.createDirectory(home.resolve("deploy"));
    }

    @Test
    void aConfigurationWithoutItsFileIsLeftOver() throws IOException {
        Path file = etc.resolve(FILE);
        assertEquals(Optional.of(file), ofConfiguration(PID, file));
        Files.createFile(file);
        assertEquals(Optional.empty(), ofConfiguration(PID, file));
    }

    @Test
    void aConfigurationOfSomebodyElseStays() throws IOException {
        assertEquals(
                Optional.empty(), ofConfiguration("org.rdmaagentx", etc.resolve("rdmaagentx.cfg")));
        assertEquals(
                Optional.empty(), ofConfiguration("jmx.acl.rdma", etc.resolve("jmx.acl.rdma.cfg")));
    }

    @Test
    void aConfigurationThatCameFromNoFileStays() throws IOException {
        assertEquals(Optional.empty(), leftovers().ofConfiguration(PID, null));
        assertEquals(Optional.empty(), leftovers().ofConfiguration(PID, ""));
        assertEquals(Optional.empty(), leftovers().ofConfiguration(PID, "file:/a b"));
        assertEquals(Optional.empty(), leftovers().ofConfiguration(PID, "file:relative.cfg"));
        assertEquals(Optional.empty(), leftovers().ofConfiguration(PID, "mvn:a/b/1"));
    }

    @Test
    void aMovedHomeKeepsItsConfigurations() throws IOException {
        Files.createFile(etc.resolve(FILE));
        Path before = etc.resolveSibling("elsewhere").resolve(FILE);
        assertEquals(Optional.empty(), ofConfiguration(PID, before));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.rdmaagent.verbs.qp-feed.config",
                "org.rdmaagent.verbs.qp~feed.cfg",
                "org.rdmaagent.verbs.qp~feed.json"
            })
    void anotherFileOfTheSamePidKeepsTheConfiguration(String other) throws IOException {
        Files.createFile(etc.resolve(other));
        assertEquals(Optional.empty(), ofConfiguration(PID, etc.resolve(FILE)));
    }

    @Test
    void aBundleWhoseJarIsGoneFromDeployIsLeftOver() throws IOException {
        Path jar = deploy.resolve("my handler.jar");
        assertEquals(Optional.of(jar), leftovers().ofBundle(jar.toUri().toString()));
        Files.createFile(jar);
        assertEquals(Optional.empty(), leftovers().ofBundle(jar.toUri().toString()));
    }

    @Test
    void aBundleFromAnywhereElseStays() throws IOException {
        String outside = deploy.resolve("../system/gone.jar").toUri().toString();
        String sibling = deploy.resolveSibling("deployed").resolve("gone.jar").toUri().toString();
        assertEquals(Optional.empty(), leftovers().ofBundle(outside));
        assertEquals(Optional.empty(), leftovers().ofBundle(sibling));
        assertEquals(Optional.empty(), leftovers().ofBundle("mvn:org.rdmaagent/api/0.1.0"));
        assertEquals(Optional.empty(), leftovers().ofBundle("System Bundle"));
        assertEquals(Optional.empty(), leftovers().ofBundle("reference:file:org/a.jar"));
    }

    private Optional<Path> ofConfiguration(String pid, Path file) throws IOException {
        return leftovers().ofConfiguration(pid, file.toUri().toString());
    }

    private Leftovers leftovers() throws IOException {
        return Leftovers.of(etc, deploy);
    }
}
