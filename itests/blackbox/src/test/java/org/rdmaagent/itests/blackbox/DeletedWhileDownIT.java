// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator deletes while the agent is down is gone at the next start; the rest stays. */
class DeletedWhileDownIT {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final String PAIRS = "rdma:type=QueuePair,*";

    /** The agent lists the bundles whose names begin like its own. */
    private static final String DROPPED = "org.rdmaagent.itests.dropped";

    private final Path home;

    DeletedWhileDownIT(@TempDir Path folder) {
        home = folder.resolve("home");
    }

    @Test
    void aDeletedSettingsFileAndADeletedJarAreGoneAfterTheStart() throws Exception {
        Path gone = home.resolve("etc/org.rdmaagent.verbs.qp-gone.cfg");
        Path jar = home.resolve("deploy/gone.jar");
        try (AgentProcess agent = start()) {
            agent.awaitReady();
            Files.writeString(gone, "device = mlx4_0\n");
            Files.writeString(
                    gone.resolveSibling("org.rdmaagent.verbs.qp-kept.cfg"), "device = mlx4_0\n");
            drop(jar, DROPPED + ".gone");
            await(List.of("gone", "kept"), () -> pairs(agent));
            await(List.of("gone"), () -> dropped(agent));
            agent.terminate();
        }
        Files.delete(gone);
        Files.delete(jar);
        try (AgentProcess agent = start()) {
            agent.awaitReady();
            assertEquals(List.of(), dropped(agent));
            await(List.of("kept"), () -> pairs(agent));
            List<String> told = told(agent);
            assertEquals(2, told.size(), () -> "one line for each: " + told);
            assertTrue(told.get(0).contains(gone + " is gone"), told::toString);
            assertTrue(told.get(1).contains(jar + " is gone"), told::toString);
        }
    }

    private AgentProcess start() throws IOException {
        return AgentProcess.start(home, List.of("--provider", "sim"), Map.of());
    }

    private static List<String> pairs(AgentProcess agent) throws Exception {
        JolokiaClient viewer = agent.viewer();
        if (viewer.search(PAIRS).isEmpty()) {
            return List.of();
        }
        Map<?, ?> found =
                (Map<?, ?>)
                        viewer.ask(
                                "{\"type\":\"read\",\"mbean\":\""
                                        + PAIRS
                                        + "\",\"attribute\":\"Name\",\"config\":{\"ignoreErrors\":true}}");
        return found.values().stream()
                .map(values -> String.valueOf(((Map<?, ?>) values).get("Name")))
                .sorted()
                .toList();
    }

    private static List<String> dropped(AgentProcess agent) throws Exception {
        List<?> bundles = (List<?>) agent.viewer().read("rdma:type=Agent", "Bundles");
        return bundles.stream()
                .map(bundle -> String.valueOf(((Map<?, ?>) bundle).get("name")))
                .filter(name -> name.startsWith(DROPPED))
                .map(name -> name.substring(DROPPED.length() + 1))
                .sorted()
                .toList();
    }

    private static List<String> told(AgentProcess agent) throws IOException {
        return agent.log().lines().filter(line -> line.contains("gone since the last")).toList();
    }

    private static void await(List<String> wanted, Callable<List<String>> seen) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        List<String> now = seen.call();
        while (!now.equals(wanted)) {
            assertTrue(System.nanoTime() < end, "wanted " + wanted + ", there is " + now);
            TimeUnit.MILLISECONDS.sleep(100); // another process has to move
            now = seen.call();
        }
    }

    /**
     * The only jar of the folder: with another one in it File Install would find out. Moved into
     * place at once, so that nobody sees half of it.
     */
    private static void drop(Path jar, String symbolicName) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Bundle-ManifestVersion", "2");
        main.putValue("Bundle-SymbolicName", symbolicName);
        Path beside = jar.resolveSibling("../" + jar.getFileName()).normalize();
        new JarOutputStream(Files.newOutputStream(beside), manifest).close();
        Files.move(beside, jar);
    }
}
