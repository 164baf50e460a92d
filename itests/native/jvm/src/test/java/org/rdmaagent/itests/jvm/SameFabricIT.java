// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.fabric.discovery.SweepMain;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.FatTrees;

/** Our engine over libibumad finds what {@code ibnetdiscover} finds, on one and the same ibsim. */
class SameFabricIT {
    static Stream<Arguments> fatTrees() {
        return Stream.of(
                Arguments.of(195, MixedRates.of(FatTrees.twoLevel(12, 3, 15, 1))),
                Arguments.of(860, FatTrees.twoLevel(40, 20, 20, 1)),
                Arguments.of(3720, FatTrees.threeLevel(10, 16, 8, 15, 21)));
    }

    @ParameterizedTest(name = "{0} nodes")
    @MethodSource("fatTrees")
    void nodesLinksLidsWidthsAndSpeedsAreTheSame(int nodes, Topology tree, @TempDir Path folder)
            throws Exception {
        assertEquals(nodes, tree.nodes().size());
        String tool = NativeTools.program("ibnetdiscover", "infiniband-diags");
        try (IbSim sim = IbSim.start(tree, folder)) {
            Child theirs = Child.run(List.of(tool), sim.client(), folder, 60);
            Path file = folder.resolve("ours.topo");
            Child ours =
                    Child.run(
                            Child.java(SweepMain.class.getName(), file.toString(), "1000", "1"),
                            sim.client(),
                            folder,
                            60);
            ours.wellEnded();
            assertEquals("true", ours.value("complete"));
            assertTrue(Integer.parseInt(ours.value("files")) < 1000, ours.text());
            Topology expected = read(theirs.wellEnded());
            Topology found = read(Files.readString(file, StandardCharsets.UTF_8));
            assertEquals(nodes, expected.nodes().size());
            assertEquals(tree.links().size(), expected.links().size());
            assertSame(expected, found);
            assertEquals(rates(tree), rates(expected));
        }
    }

    private static Topology read(String text) {
        Topology topology = IbnetdiscoverReader.read("text", text.getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of(), topology.problems());
        return topology;
    }

    private static Set<String> rates(Topology topology) {
        return topology.links().stream()
                .map(link -> link.width() + " " + link.speed())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A switch's port 0 tells the LID; so does a channel adapter's port. */
    private static void assertSame(Topology expected, Topology found) {
        assertEquals(expected.links(), found.links());
        assertEquals(nodes(expected), nodes(found));
        assertEquals(expected.origin(), found.origin());
    }

    private static List<String> nodes(Topology topology) {
        return topology.nodes().stream().map(SameFabricIT::text).sorted().toList();
    }

    private static String text(FabricNode node) {
        List<String> lids =
                node.ports().stream()
                        .map(port -> port.number() + ":" + port.lid() + "/" + port.lmc())
                        .toList();
        return node.key()
                + " "
                + node.type()
                + " "
                + node.description()
                + " "
                + node.portCount()
                + " "
                + node.systemImageGuid()
                + " "
                + node.vendorId()
                + "/"
                + node.deviceId()
                + " "
                + node.enhancedPort0()
                + " "
                + lids;
    }
}
