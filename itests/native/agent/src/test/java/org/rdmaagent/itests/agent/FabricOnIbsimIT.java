// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.itests.jvm.FoundFabric;
import org.rdmaagent.itests.jvm.IbSim;
import org.rdmaagent.itests.jvm.MixedRates;
import org.rdmaagent.sim.control.FatTrees;

/**
 * One agent on one ibsim: 12 leaves, 3 spines, 180 hosts, 216 links of all rates; this host is
 * host1 at leaf1. It shows the fabric as ibnetdiscover does, and what is broken of it, and is asked
 * again after each repair.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FabricOnIbsimIT {
    private static final Topology SERVED = MixedRates.of(FatTrees.twoLevel(12, 3, 15, 1));
    private static final int NODES = 195;
    private static final int LINKS = 216;
    private static final int HOSTS_OF_A_LEAF = 15;
    private static final int LEAF_PORTS = 41; // 0 to 40
    private static final int SPINES = 3;

    private static final String LEAF1 = "\"S-0002c90300500030\"";
    private static final String LEAF2 = "\"S-0002c90300500040\"";
    private static final String HOST2 = "\"H-0002c90300100010\"";
    private static final String HOST2_GUID = "0x0002c90300100010";
    private static final String HOST3_GUID = "0x0002c90300100020";

    private static final int PORT_INFO = 0x15;
    private static final int NODE_INFO = 0x11;
    private static final int NODE_DESCRIPTION = 0x10;

    private final IbSim sim;
    private final NativeAgent agent;
    private final FabricBean fabric;
    private final String theirs;
    private int soundProblems;

    FabricOnIbsimIT(@TempDir Path folder) throws Exception {
        sim = IbSim.start(SERVED, folder);
        theirs = RealTool.ibnetdiscover(sim, SERVED, folder);
        agent = NativeAgent.start(folder.resolve("home"), "auto", sim.client());
        fabric = agent.fabric("ibsim0", 1);
    }

    @BeforeAll
    void askTheWholeLeafAtOnce() throws Exception {
        fabric.setMaxSmpsOnWire(64); // time-outs then pass side by side
        soundProblems = fabric.discover().number("problemCount");
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
        sim.close();
    }

    /** Whatever a test did before: the fabric is sound, and the agent shows it so. */
    @BeforeEach
    @AfterEach
    void theFabricIsShownAsItIs() throws Exception {
        Row summary = fabric.discover();
        assertEquals(true, summary.flag("complete"));
        assertEquals(soundProblems, summary.number("problemCount"));
        FoundFabric.assertSame(theirs, fabric.export());
    }

    @Test
    void countsAreThoseOfTheTree() throws Exception {
        assertEquals(true, fabric.read("Complete"));
        assertEquals(15, fabric.number("SwitchCount"));
        assertEquals(180, fabric.number("CaCount"));
        assertEquals(LINKS, fabric.number("LinkCount"));
        assertEquals(List.of(), fabric.rows("FailedPaths"));
        assertEquals("", fabric.read("LastError"));
    }

    @Test
    void autoTakesTheRealPortAndTellsTheLibraries() throws Exception {
        assertEquals("native", agent.text("Provider"));
        assertEquals("native: jna lists a device", agent.text("ProviderReason"));
        assertEquals("jna", fabric.read("Provider"));
        for (String soname : List.of("libibumad.so.3", "libibverbs.so.1")) {
            Row row = agent.library(soname);
            assertEquals(true, row.flag("loaded"), soname);
            assertEquals("", row.value("reason"), soname);
            assertEquals(InstalledLibrary.version(soname), row.value("version"), soname);
        }
    }

    @Test
    void twentySweepsLeaveNoFileOpen() throws Exception {
        OpenFiles before = agent.files();
        assertTrue(before.count() < 1000, before::toString);
        for (int sweep = 0; sweep < 20; sweep++) {
            assertEquals(true, fabric.discover().flag("complete"));
        }
        assertEquals(before, agent.files());
    }

    @Test
    void anUnpluggedTrunkIsNoFailure() throws Exception {
        try (Fault fault = new Fault("Unlink " + LEAF1 + "[16]", "ReLink " + LEAF1 + "[16]")) {
            assertEquals(true, fault.sweep().flag("complete"));
            assertEquals(NODES, fabric.nodeCount());
            assertEquals(LINKS - 1, fabric.number("LinkCount"));
        }
    }

    @Test
    void aLeafWithoutPortInfoIsListedPortByPortAndEverythingBehindItFound() throws Exception {
        try (Fault fault = unanswered(LEAF2, PORT_INFO)) {
            assertEquals(false, fault.sweep().flag("complete"));
            assertEquals(NODES, fabric.nodeCount());
            assertEquals(LINKS, fabric.number("LinkCount"));
            List<Row> failed = failed("PortInfo");
            assertEquals(
                    IntStream.range(0, LEAF_PORTS).boxed().toList(),
                    failed.stream().map(row -> row.number("port")).sorted().toList());
            assertTrue(
                    failed.stream().allMatch(row -> "leaf2".equals(row.value("description"))),
                    failed::toString);
        }
    }

    @Test
    void aLeafWithoutNodeInfoIsAFailedPathFromEachSpine() throws Exception {
        try (Fault fault = unanswered(LEAF2, NODE_INFO)) {
            assertEquals(false, fault.sweep().flag("complete"));
            assertEquals(NODES - 1 - HOSTS_OF_A_LEAF, fabric.nodeCount());
            assertEquals(SPINES, failed("NodeInfo").size());
        }
    }

    @Test
    void aHostWithoutNodeDescriptionIsFoundWithoutItsName() throws Exception {
        try (Fault fault = unanswered(HOST2, NODE_DESCRIPTION)) {
            assertEquals(false, fault.sweep().flag("complete"));
            assertEquals(NODES, fabric.nodeCount());
            assertEquals(LINKS, fabric.number("LinkCount"));
            List<Row> failed = failed("NodeDescription");
            assertEquals(1, failed.size(), failed::toString);
            assertEquals(HOST2_GUID, failed.get(0).value("node"));
        }
    }

    @Test
    void aLidThatTwoPortsHaveIsAProblem() throws Exception {
        int own = lid(HOST2_GUID);
        int taken = lid(HOST3_GUID);
        String set = "Baselid " + HOST2 + "[1] ";
        try (Fault fault = new Fault(set + taken, set + own)) {
            assertEquals(true, fault.sweep().flag("complete"));
            Row problem = onlyProblem("duplicateLid");
            assertEquals("LID " + taken, problem.value("subject"));
        }
    }

    @Test
    void aGuidThatTwoNodesHaveIsAProblemAndBothAreFound() throws Exception {
        String set = "Guid " + HOST2 + " ";
        try (Fault fault = new Fault(set + HOST3_GUID, set + HOST2_GUID)) {
            fault.sweep();
            onlyProblem("duplicateNodeGuid");
            assertEquals(NODES, fabric.nodeCount());
            assertEquals(LINKS, fabric.number("LinkCount"));
        }
    }

    /** Broken from its making to its close. */
    private final class Fault implements AutoCloseable {
        private final String repair;

        Fault(String command, String repair) throws Exception {
            this.repair = repair;
            sim.command(command);
        }

        Row sweep() throws Exception {
            return fabric.discover();
        }

        @Override
        public void close() throws IOException {
            try {
                sim.command(repair);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException(repair);
            }
        }
    }

    private Fault unanswered(String node, int attribute) throws Exception {
        String error = "Error " + node + " ";
        return new Fault(error + "100 " + attribute, error + "0");
    }

    /** All failed paths: they are of one attribute and had no answer. */
    private List<Row> failed(String attribute) throws Exception {
        List<Row> rows = fabric.rows("FailedPaths");
        assertEquals(fabric.number("FailedPathCount"), rows.size());
        for (Row row : rows) {
            assertEquals(attribute, row.value("attribute"), row::toString);
            assertEquals("timeout", row.value("status"), row::toString);
        }
        return rows;
    }

    private Row onlyProblem(String kind) throws Exception {
        List<Row> problems =
                fabric.rows("Problems").stream()
                        .filter(row -> kind.equals(row.value("kind")))
                        .toList();
        assertEquals(1, problems.size(), () -> kind + ": " + problems);
        return problems.get(0);
    }

    private static int lid(String guid) {
        return SERVED.nodes().stream()
                .filter(node -> node.key().guid().toString().equals(guid))
                .map(FabricOnIbsimIT::lid)
                .findFirst()
                .orElseThrow();
    }

    private static int lid(FabricNode host) {
        return host.ports().get(0).lid().value();
    }
}
