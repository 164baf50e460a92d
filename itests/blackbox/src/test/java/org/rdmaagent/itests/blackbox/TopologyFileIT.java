// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;

/** {@code --topology FILE}: the agent shows that file's fabric, and exports it again. */
class TopologyFileIT {
    private final Path folder;

    TopologyFileIT(@TempDir Path folder) {
        this.folder = folder;
    }

    @TestFactory
    Stream<DynamicTest> showsEachRecordedFabric() throws IOException {
        List<Path> files = ProjectTree.corpusTopologies();
        assumeFalse(files.isEmpty(), "no corpus in ../shared/corpus nor in RDMA_AGENT_CORPUS");
        return files.stream()
                .map(file -> dynamicTest(file.getFileName().toString(), () -> shows(file)));
    }

    @Test
    void showsOurOwnFixture() throws Exception {
        shows(Path.of("src/test/resources/two-leaves.topo").toAbsolutePath());
    }

    @Test
    void aFileWithoutAnyNodeIsReportedAndTheAgentSaysSo() throws Exception {
        Path file = Files.writeString(folder.resolve("letter.topo"), "Dear all,\n\nhello.\n");
        Path home = folder.resolve("home");
        try (AgentProcess agent =
                AgentProcess.start(home, List.of("--topology", file.toString()), Map.of())) {
            agent.awaitReady();
            assertTrue(agent.log().contains("letter.topo"), agent::toString);
        }
    }

    private void shows(Path file) throws Exception {
        Topology expected = read(file.toString(), Files.readAllBytes(file));
        Path home = folder.resolve("home-" + file.getFileName());
        try (AgentProcess agent =
                AgentProcess.start(home, List.of("--topology", file.toString()), Map.of())) {
            agent.awaitReady();
            JolokiaClient viewer = agent.viewer();
            String fabric = viewer.search("rdma:type=Fabric,*").get(0);
            assertEquals(count(expected, NodeType.SWITCH), read(viewer, fabric, "SwitchCount"));
            assertEquals(count(expected, NodeType.CA), read(viewer, fabric, "CaCount"));
            assertEquals(expected.links().size(), read(viewer, fabric, "LinkCount"));
            assertEquals(true, viewer.read(fabric, "Complete"));

            String text = (String) viewer.exec(fabric, "export", "ibnetdiscover");
            Topology exported = read("export", text.getBytes(StandardCharsets.UTF_8));
            assertEquals(nodes(expected), nodes(exported));
            assertEquals(links(expected), links(exported));
        }
    }

    private static Topology read(String name, byte[] text) throws Exception {
        return IbnetdiscoverReader.read(name, text);
    }

    private static int count(Topology topology, NodeType type) {
        return topology.count(type);
    }

    private static int read(JolokiaClient viewer, String fabric, String attribute)
            throws IOException, InterruptedException {
        return ((Number) viewer.read(fabric, attribute)).intValue();
    }

    private static String nodes(Topology topology) {
        return topology.nodes().stream()
                .map(TopologyFileIT::row)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining("\n"));
    }

    private static String row(FabricNode node) {
        return node.key() + " " + node.type() + " " + node.portCount() + " " + node.description();
    }

    private static String links(Topology topology) {
        return topology.links().stream()
                .map(FabricLink::toString)
                .collect(Collectors.joining("\n"));
    }
}
