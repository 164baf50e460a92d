// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;

/** Recorded fabrics can be walked from end to end. */
class CorpusTest {
    private static Path corpus() {
        String told = System.getenv("RDMA_AGENT_CORPUS");
        if (told != null) {
            return Path.of(told);
        }
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = folder.getParent();
        }
        assertNotNull(folder);
        return folder.resolve("../shared/corpus");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hdr-superpod-storage.topo",
                "mixed-fdr10-hdr-loopback.topo",
                "ndr-gpu-pod.topo",
                "qdr-fdr-152nodes.topo"
            })
    void aRecordedFabricIsFoundAgain(String name) throws IOException {
        Path file = corpus().resolve(name);
        assumeTrue(Files.exists(file), () -> "no corpus: " + file);
        Topology topology = IbnetdiscoverReader.read(name, Files.readAllBytes(file));
        assertFoundAgain(SimulatedWorld.of(topology, SmallFabric.settings()));
    }

    @Test
    void builtFabricsAreFoundAgain() {
        assertFoundAgain(SmallFabric.world());
        assertFoundAgain(SimulatedWorld.defaultWorld(SmallFabric.settings()));
        assertFoundAgain(
                SimulatedWorld.of(FatTrees.threeLevel(3, 2, 4, 2, 5), SmallFabric.settings()));
    }

    private static void assertFoundAgain(SimulatedWorld world) {
        Topology truth = world.topology();
        try (Asker asker = new Asker(world, homePort(world))) {
            PlainSweep sweep = new PlainSweep(asker).run();
            assertEquals(
                    truth.nodes().stream().map(FabricNode::guid).collect(Collectors.toSet()),
                    sweep.nodes);
            assertEquals(
                    truth.links().stream()
                            .map(PlainSweep::link)
                            .collect(Collectors.toCollection(TreeSet::new)),
                    sweep.links);
        }
        assertEquals(List.of(), world.problems());
    }

    private static PortId homePort(SimulatedWorld world) {
        return world.madTransport().ports().stream()
                .filter(
                        port ->
                                world.verbsLibrary().queryPort(port).attributes().state()
                                        == PortState.ACTIVE)
                .findFirst()
                .orElseThrow();
    }
}
