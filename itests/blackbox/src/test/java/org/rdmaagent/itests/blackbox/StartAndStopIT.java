// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator starts the agent, reads a value, and stops it; and what may go wrong with that. */
class StartAndStopIT {
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";

    /** Both end a program that was told to end: by the signal itself, or in good order. */
    private static final Set<Integer> CLEAN = Set.of(0, 143);

    private static final int FIRST_JAVA_OF_FFM = 22;

    private final Path folder;

    StartAndStopIT(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void showsTheSimulatedFabricAndStopsCleanly() throws Exception {
        try (AgentProcess agent = AgentProcess.start(folder, List.of(), Map.of())) {
            String url = agent.awaitReady();
            assertEquals("http://127.0.0.1:" + agent.httpPort() + "/jolokia", url);
            assertEquals("rdma-agent ready: " + url, agent.lines().get(0));

            JolokiaClient viewer = agent.viewer();
            assertEquals("sim", viewer.read("rdma:type=Agent", "Provider"));
            assertEquals(12, number(viewer.read(FABRIC, "SwitchCount")));
            assertEquals(64, number(viewer.read(FABRIC, "CaCount")));
            assertEquals(true, viewer.read(FABRIC, "Complete"));
            assertTrue(number(viewer.read(FABRIC, "LinkCount")) >= 64 + 12);
            assertTrue(number(viewer.read(FABRIC, "SmpsUsed")) > 76);
            assertFfmIsWhereJavaHasIt(viewer);

            assertTrue(CLEAN.contains(agent.terminate()), "exit status");
            List<String> lines = agent.lines();
            assertEquals("rdma-agent stopped", lines.get(lines.size() - 1));
            assertTrue(lines.size() <= 6, () -> "standard output is quiet: " + lines);
            assertEquals(List.of(), problems(agent.log()));
        }
    }

    @Test
    void aSecondAgentInTheSameHomeIsRefusedWithThePid() throws Exception {
        try (AgentProcess first = AgentProcess.start(folder, List.of(), Map.of())) {
            first.awaitReady();
            try (AgentProcess second = AgentProcess.start(folder, List.of(), Map.of())) {
                assertEquals(1, second.awaitExit(AgentProcess.START_SECONDS));
                String text = second.errors();
                assertTrue(text.contains("already runs in " + folder), text);
                assertTrue(text.contains("pid " + first.pid()), text);
            }
            assertEquals("sim", first.viewer().read("rdma:type=Agent", "Provider"));
        }
    }

    @Test
    void aTakenPortIsNamedBeforeAnythingStarts() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(other.getLocalPort());
            for (String option : List.of("--http-port", "--jmx-port")) {
                try (AgentProcess agent =
                        AgentProcess.start(folder, List.of(option, port), Map.of())) {
                    assertEquals(1, agent.awaitExit(AgentProcess.START_SECONDS));
                    String text = agent.errors();
                    assertTrue(text.contains("port " + port), text);
                    assertTrue(text.contains("choose another port with " + option), text);
                }
            }
        }
    }

    /** A home outlives a new version: settings that were changed, and the state of the agent. */
    @Test
    void aNewVersionKeepsChangedSettingsAndState() throws Exception {
        try (AgentProcess agent = AgentProcess.start(folder, List.of(), Map.of())) {
            agent.awaitReady();
            assertTrue(CLEAN.contains(agent.terminate()));
        }
        Path changed = folder.resolve("etc/org.rdmaagent.fabric.cfg");
        Files.writeString(changed, Files.readString(changed) + "\n# the operator was here\n");
        Path untouched = folder.resolve("etc/org.rdmaagent.agent.cfg");
        Files.delete(untouched);
        Path state = Files.writeString(folder.resolve("data/rdma-agent/kept"), "state");
        Path logins = Files.writeString(folder.resolve("etc/rdma-agent-logins"), "logins");
        Files.writeString(folder.resolve(".distribution"), "an older one");

        try (AgentProcess agent = AgentProcess.start(folder, List.of(), Map.of())) {
            agent.awaitReady();
            assertTrue(Files.readString(changed).contains("the operator was here"));
            assertTrue(Files.exists(untouched), "a missing default comes back");
            assertEquals("state", Files.readString(state));
            assertEquals("logins", Files.readString(logins));
            assertEquals(12, number(agent.viewer().read(FABRIC, "SwitchCount")));
            assertTrue(agent.errors().contains("kept your etc/org.rdmaagent.fabric.cfg"));
        }
    }

    @Test
    void eachJavaThatIsThereStartsAndAnswers() throws Exception {
        List<Path> homes = ProjectTree.javaHomes(18);
        assumeFalse(homes.isEmpty(), "no newer Java below /usr/lib/jvm");
        for (Path java : homes) {
            Path home = folder.resolve(java.getFileName());
            try (AgentProcess agent =
                    AgentProcess.start(home, List.of(), Map.of("JAVA_HOME", java.toString()))) {
                agent.awaitReady();
                assertEquals(12, number(agent.viewer().read(FABRIC, "SwitchCount")), "" + java);
                assertEquals(64, number(agent.viewer().read(FABRIC, "CaCount")), "" + java);
                assertFfmIsWhereJavaHasIt(agent.viewer());
                try (Road jmx = new Roads(agent).overJmx(Role.VIEWER)) {
                    assertEquals(
                            12, jmx.walk(new Road.Read(FABRIC, "SwitchCount")).value(), "" + java);
                    assertTrue(
                            jmx.walk(Roads.call(FABRIC, "destroy", List.of())).refused(),
                            "" + java);
                }
                assertTrue(CLEAN.contains(agent.terminate()), "" + java);
                assertEquals("", agent.errors(), "" + java);
                assertEquals(List.of(), problems(agent.log()), "" + java);
            }
            assertTheHomeGoesBackToTheFirstJava(home);
        }
    }

    @Test
    void endsWithItsProcessAndLeavesNoOther() throws Exception {
        AgentProcess agent = AgentProcess.start(folder, List.of(), Map.of());
        try (agent) {
            agent.awaitReady();
            assertEquals(
                    0,
                    ProcessHandle.of(agent.pid()).orElseThrow().descendants().count(),
                    "the JVM replaced the shell");
        }
        assertFalse(agent.running());
    }

    /** What only the newer Java can load does not stay behind as a bundle that fails. */
    private static void assertTheHomeGoesBackToTheFirstJava(Path home) throws Exception {
        try (AgentProcess agent = AgentProcess.start(home, List.of(), Map.of())) {
            agent.awaitReady();
            assertFfmIsWhereJavaHasIt(agent.viewer());
            assertEquals(List.of(), problems(agent.log()), "" + home);
        }
    }

    /**
     * Started from Java 22 on, if the build had a JDK that could compile it; never installed
     * before.
     */
    private static void assertFfmIsWhereJavaHasIt(JolokiaClient viewer) throws Exception {
        String java = (String) viewer.read("java.lang:type=Runtime", "SpecVersion");
        boolean built = "ffm".equals(System.getProperty("rdma.native.access"));
        List<Object> expected =
                built && Integer.parseInt(java) >= FIRST_JAVA_OF_FFM
                        ? List.of("ACTIVE")
                        : List.of();
        JSONArray bundles = (JSONArray) viewer.read("rdma:type=Agent", "Bundles");
        assertEquals(
                expected,
                bundles.stream()
                        .map(JSONObject.class::cast)
                        .filter(bundle -> "org.rdmaagent.ffm".equals(bundle.get("name")))
                        .map(bundle -> bundle.get("state"))
                        .toList(),
                "Java " + java);
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }

    private static List<String> problems(String log) {
        return log.lines().filter(line -> line.matches("\\S+ (ERROR|FATAL) .*")).toList();
    }
}
