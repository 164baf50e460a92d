// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;

/** Passes when both find the same; how long they take is written down, and judged by readers. */
class DiscoveryBench {
    @Test
    void discoveryBesideIbnetdiscover(@TempDir Path folder) throws Exception {
        List<Topology> trees =
                List.of(
                        FatTrees.twoLevel(40, 20, 20, 1),
                        FatTrees.threeLevel(10, 16, 8, 15, 21),
                        FatTrees.threeLevel(20, 24, 12, 10, 22));
        assertEquals(
                List.of(860, 3720, 11_400),
                trees.stream().map(tree -> tree.nodes().size()).toList());
        List<Race.Result> results = new ArrayList<>();
        List<Double> loads = new ArrayList<>(List.of(ResultsPage.load()));
        for (Topology tree : trees) {
            Path own = Files.createDirectory(folder.resolve("nodes" + tree.nodes().size()));
            results.add(Race.run(tree, own));
            loads.add(ResultsPage.load());
        }
        ResultsPage.write(results, loads, NativeTools.root().resolve("bench/RESULTS.md"));
    }
}
