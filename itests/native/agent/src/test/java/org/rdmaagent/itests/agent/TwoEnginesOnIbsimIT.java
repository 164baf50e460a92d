// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.itests.jvm.FoundFabric;
import org.rdmaagent.itests.jvm.IbSim;
import org.rdmaagent.itests.jvm.MixedRates;
import org.rdmaagent.sim.control.FatTrees;

/** The agent sweeps one ibsim by its own engine and by libibnetdisc, which runs beside it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoEnginesOnIbsimIT {
    private static final Topology SERVED = MixedRates.of(FatTrees.twoLevel(12, 3, 15, 1));
    private static final int NODES = 195;
    private static final int HOSTS_OF_A_LEAF = 15;
    private static final int SPINES = 3;
    private static final long LIMIT_SECONDS = 60;

    private final IbSim sim;
    private final NativeAgent agent;
    private final FabricBean fabric;
    private final String theirs;

    TwoEnginesOnIbsimIT(@TempDir Path folder) throws Exception {
        sim = IbSim.start(SERVED, folder);
        theirs = RealTool.ibnetdiscover(sim, SERVED, folder);
        agent = NativeAgent.start(folder.resolve("home"), "native", sim.client());
        fabric = agent.fabric("ibsim0", 1);
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
        sim.close();
    }

    @AfterEach
    void nothingRunsOn() {
        assertEquals(Optional.empty(), agent.scanProcess());
    }

    @Test
    void theyAgreeWithEachOtherAndWithTheTool() throws Exception {
        assertEquals(List.of("java", "libibnetdisc"), fabric.read("Engines"));
        Row comparison = fabric.compare("java", "libibnetdisc");
        assertEquals(0, comparison.number("differenceCount"), comparison::toString);
        assertEquals("java", comparison.row("first").value("engine"));
        assertEquals("libibnetdisc", comparison.row("second").value("engine"));
        assertEquals(NODES, fabric.nodeCount());
        FoundFabric.assertSame(theirs, fabric.export());
    }

    @Test
    void aPartIsTheSameByBoth() throws Exception {
        fabric.discover();
        for (String engine : List.of("java", "libibnetdisc")) {
            fabric.discoverPart("0,1", 0, engine);
            assertEquals(1, fabric.nodeCount(), engine);
            fabric.discoverPart("0x0002c90300500030", 1, engine);
            assertEquals(1 + HOSTS_OF_A_LEAF + SPINES, fabric.nodeCount(), engine);
            assertEquals(true, fabric.read("Complete"), engine);
        }
    }

    @Test
    void scansLeaveNoFileOpen() throws Exception {
        fabric.discover("libibnetdisc", false);
        OpenFiles before = agent.files();
        for (int scan = 0; scan < 5; scan++) {
            assertEquals(true, fabric.discover("libibnetdisc", false).flag("complete"));
        }
        assertEquals(before, agent.files());
    }

    @Test
    void aKilledScanIsToldAndTheNextOneWorks() throws Exception {
        CompletableFuture<String> refusal =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return fabric.refusedDiscover("libibnetdisc", false);
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        ProcessHandle scan = agent.awaitScanProcess(LIMIT_SECONDS);
        assertTrue(scan.destroyForcibly());
        String text = refusal.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertTrue(text.contains("SIGKILL"), text);
        assertTrue(agent.running());
        assertEquals(true, fabric.discover("libibnetdisc", false).flag("complete"));
        FoundFabric.assertSame(theirs, fabric.export());
    }

    @Test
    void whatIsWrongIsRefusedInWords() throws Exception {
        assertTrue(fabric.refusedDiscover("ibnetdiscover", false).contains("libibnetdisc"));
        assertTrue(fabric.refusedDiscover("libibnetdisc", true).contains("incremental"));
        assertTrue(fabric.refusedPart("0,x", 1, "java").contains("0,1,5"));
        assertTrue(fabric.refusedPart("0", -1, "java").contains("0..63"));
        assertTrue(fabric.refusedPart("49000", 1, "java").contains("49000"));
    }
}
