// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.SimulatedWorld;

class CorpusSweepTest {
    @TestFactory
    Stream<DynamicTest> a_sweep_of_a_real_subnet_finds_exactly_what_its_file_says()
            throws IOException {
        List<Path> files = CorpusFiles.topologies();
        assumeFalse(files.isEmpty(), "no corpus: set RDMA_AGENT_CORPUS");
        return files.stream()
                .map(file -> dynamicTest(file.getFileName().toString(), () -> sweep(file)));
    }

    private static void sweep(Path file) throws IOException {
        Topology truth =
                IbnetdiscoverReader.read(file.getFileName().toString(), Files.readAllBytes(file));
        Topology found = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL));
        assertEquals(List.of(), found.failedPaths());
        Sweeping.assertSameSubnet(truth, found);
        assertEquals(truth.origin(), found.origin());
        assertEquals(truth.originPort(), found.originPort());
    }
}
