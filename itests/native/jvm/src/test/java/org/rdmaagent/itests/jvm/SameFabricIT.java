// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.fabric.discovery.SweepMain;
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
            FoundFabric.assertTold(tree, theirs.wellEnded());
            FoundFabric.assertSame(theirs.text(), Files.readString(file, StandardCharsets.UTF_8));
        }
    }
}
