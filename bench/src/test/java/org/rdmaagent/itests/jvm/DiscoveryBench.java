// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;

/** Passes when both find the same; how long they take is written down, and judged by readers. */
class DiscoveryBench {
    private static final int RADIX = 40;
    private static final int ROUND_TRIP_MICROS = 500;
    private static final int[] WINDOWS = {Race.WINDOW, 8, 32, 64};
    private static final int[] ONE = {Race.WINDOW};

    @Test
    void discoveryBesideIbnetdiscover(@TempDir Path folder) throws Exception {
        Topology small = FatTrees.twoLevel(40, 20, 20, 1);
        List<Topology> trees =
                List.of(
                        small,
                        ofOneRadix(FatTrees.threeLevel(25, 20, 20, 20, 20)),
                        ofOneRadix(FatTrees.threeLevel(40, 20, 20, 20, 20)));
        assertEquals(
                List.of(860, 11_400, 18_000),
                trees.stream().map(tree -> tree.nodes().size()).toList());
        List<Race.Result> results = new ArrayList<>();
        List<Double> loads = new ArrayList<>(List.of(ResultsPage.load()));
        for (Topology tree : trees) {
            Path own = Files.createDirectory(folder.resolve("nodes" + tree.nodes().size()));
            results.add(atOnce(tree, own));
            loads.add(ResultsPage.load());
        }
        Race.Result delayed = delayed(small, Files.createDirectory(folder.resolve("delayed")));
        loads.add(ResultsPage.load());
        ResultsPage.write(results, delayed, loads, NativeTools.root().resolve("bench/RESULTS.md"));
    }

    private static Race.Result atOnce(Topology tree, Path folder)
            throws IOException, InterruptedException {
        try (ServedFabric fabric = ServedFabric.start(tree, folder)) {
            return Race.run(tree, fabric, folder, WINDOWS);
        }
    }

    private static Race.Result delayed(Topology tree, Path folder)
            throws IOException, InterruptedException {
        try (ServedFabric fabric = ServedFabric.delayed(tree, folder, ROUND_TRIP_MICROS)) {
            return Race.run(tree, fabric, folder, ONE);
        }
    }

    /** All switches are of one model; the core's have free ports. */
    private static Topology ofOneRadix(Topology tree) {
        List<FabricNode> nodes = tree.nodes().stream().map(DiscoveryBench::ofOneRadix).toList();
        return new Topology(
                tree.source(),
                tree.origin().orElseThrow(),
                tree.originPort(),
                nodes,
                tree.links(),
                List.of(),
                List.of(),
                null);
    }

    private static FabricNode ofOneRadix(FabricNode node) {
        if (node.type() != NodeType.SWITCH) {
            return node;
        }
        return new FabricNode(
                node.key(),
                node.type(),
                node.description(),
                RADIX,
                node.systemImageGuid(),
                node.portGuid(),
                node.vendorId(),
                node.deviceId(),
                node.revision(),
                node.enhancedPort0(),
                node.route(),
                node.ports());
    }
}
