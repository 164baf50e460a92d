// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.fabric.discovery.AskedMain;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.Dragonflies;
import org.rdmaagent.sim.control.FatTrees;

/** Our engine, libibnetdisc, {@code ibnetdiscover} and what is served agree, on one ibsim. */
class EnginesAgreeIT {
    private static final List<String> ENGINES = List.of("java", "libibnetdisc");

    static Stream<Arguments> generated() {
        return Stream.of(
                Arguments.of(195, MixedRates.of(FatTrees.twoLevel(12, 3, 15, 1))),
                Arguments.of(180, Dragonflies.mixed(9, 4, 4, 2, 3)),
                Arguments.of(860, FatTrees.twoLevel(40, 20, 20, 1)));
    }

    static Stream<Arguments> large() {
        return Stream.of(
                Arguments.of(11_400, FatTrees.threeLevel(25, 20, 20, 20, 20)),
                Arguments.of(18_000, FatTrees.threeLevel(40, 20, 20, 20, 20)),
                Arguments.of(4_480, Dragonflies.of(20, 14, 15, 2, 3)));
    }

    static Stream<Path> corpus() throws Exception {
        List<Path> files = CorpusFabrics.files();
        return files.isEmpty() ? Stream.of(Path.of("absent")) : files.stream();
    }

    @ParameterizedTest(name = "{0} nodes")
    @MethodSource("generated")
    void onGeneratedFabrics(int nodes, Topology served, @TempDir Path folder) throws Exception {
        assertEquals(nodes, served.nodes().size());
        agree(served, folder, 60);
    }

    @ParameterizedTest(name = "{0} nodes")
    @MethodSource("large")
    void onLargeFabrics(int nodes, Topology served, @TempDir Path folder) throws Exception {
        assumeTrue(Boolean.getBoolean("rdma.long"), "long: ./check --long");
        assertEquals(nodes, served.nodes().size());
        agree(served, folder, 300);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corpus")
    void onRealFabrics(Path file, @TempDir Path folder) throws Exception {
        assumeTrue(Files.exists(file), "the corpus of real fabrics is not here");
        agree(IbnetdiscoverReader.read(file.toString(), Files.readAllBytes(file)), folder, 60);
    }

    private static void agree(Topology served, Path folder, int seconds) throws Exception {
        String tool = NativeTools.program("ibnetdiscover", "infiniband-diags");
        try (IbSim sim = IbSim.start(served, folder)) {
            String theirs = Child.run(List.of(tool), sim.client(), folder, seconds).wellEnded();
            if (served.links().stream().anyMatch(link -> link.speed() == LinkSpeed.NDR)) {
                FoundFabric.assertToldButForSpeeds(served, theirs); // ibsim knows none above HDR
            } else {
                FoundFabric.assertTold(served, theirs);
            }
            Child ours =
                    Child.run(
                            Child.java(
                                    AskedMain.class.getName(),
                                    folder.toString(),
                                    ENGINES.get(0) + ";0;",
                                    ENGINES.get(1) + ";0;"),
                            sim.client(),
                            folder,
                            seconds);
            ours.wellEnded();
            for (int engine = 0; engine < ENGINES.size(); engine++) {
                String number = Integer.toString(engine + 1);
                assertEquals(ENGINES.get(engine), ours.value(number + ".source"));
                assertEquals("[]", ours.value(number + ".failed"));
                FoundFabric.assertSame(
                        theirs,
                        Files.readString(folder.resolve(number + ".topo"), StandardCharsets.UTF_8));
            }
        }
    }
}
