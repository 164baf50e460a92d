// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.fabric.discovery.SweepMain;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.FatTrees;

/**
 * What ibsim breaks is reported, and the rest is found: 12 leaves, 3 spines, 180 hosts, 216 links;
 * this host is host1 at leaf1.
 */
class FaultyFabricIT {
    private static final String LEAF1 = "S-0002c90300500030";
    private static final String LEAF2 = "S-0002c90300500040";
    private static final String HOST2 = "H-0002c90300100010";
    private static final int LEAF_PORTS = 41; // 0 to 40

    private static final int PORT_INFO = 0x15;
    private static final int SWITCH_INFO = 0x12;
    private static final int NODE_INFO = 0x11;
    private static final int NODE_DESCRIPTION = 0x10;

    private record Sweep(Topology topology, Child child) {
        List<String> lines(String start) {
            return child.text().lines().filter(line -> line.startsWith(start)).toList();
        }
    }

    private static Sweep sweep(Path folder, String command) throws Exception {
        try (IbSim sim = start(folder)) {
            sim.command(command);
            return sweep(sim, folder);
        }
    }

    private static IbSim start(Path folder) throws Exception {
        return IbSim.start(FatTrees.twoLevel(12, 3, 15, 1), folder);
    }

    private static Sweep sweep(IbSim sim, Path folder) throws Exception {
        Path file = folder.resolve("ours.topo");
        List<String> java = Child.java(SweepMain.class.getName(), file.toString(), "200", "1");
        Child child = Child.run(java, sim.client(), folder, 60);
        child.wellEnded();
        return new Sweep(IbnetdiscoverReader.read("ours", Files.readAllBytes(file)), child);
    }

    @Test
    void anUnpluggedTrunkIsNoFailure(@TempDir Path folder) throws Exception {
        Sweep sweep = sweep(folder, "Unlink \"" + LEAF1 + "\"[16]");
        assertEquals("true", sweep.child().value("complete"));
        assertEquals(195, sweep.topology().nodes().size());
        assertEquals(215, sweep.topology().links().size());
    }

    @Test
    void aTrunkThatIsPluggedInAgainIsFoundAgain(@TempDir Path folder) throws Exception {
        try (IbSim sim = start(folder)) {
            Sweep whole = sweep(sim, folder);
            sim.command("Unlink \"" + LEAF1 + "\"[16]");
            assertEquals(215, sweep(sim, folder).topology().links().size());
            sim.command("ReLink \"" + LEAF1 + "\"[16]");
            Sweep again = sweep(sim, folder);
            assertEquals("true", again.child().value("complete"));
            assertEquals(whole.topology().links(), again.topology().links());
            assertEquals(216, again.topology().links().size());
            assertEquals(195, again.topology().nodes().size());
        }
    }

    @Test
    void aLeafWithoutSwitchInfoIsFoundWithEverythingBehindIt(@TempDir Path folder)
            throws Exception {
        Sweep sweep = sweep(folder, "Error \"" + LEAF2 + "\" 100 " + SWITCH_INFO);
        assertEquals("false", sweep.child().value("complete"));
        assertEquals(195, sweep.topology().nodes().size());
        assertEquals(216, sweep.topology().links().size());
        List<String> failed = sweep.lines("failed ");
        assertEquals(1, failed.size(), () -> String.join("\n", failed));
        assertTrue(
                failed.get(0).contains("attribute=SwitchInfo, status=timeout")
                        && failed.get(0).contains("description=leaf2"),
                failed.get(0));
        List<String> silence = sweep.lines("problem FabricProblem[kind=silence");
        assertEquals(1, silence.size(), sweep.child().text());
    }

    @Test
    void aLeafWithoutPortInfoIsListedPortByPortAndEverythingBehindItFound(@TempDir Path folder)
            throws Exception {
        Sweep sweep = sweep(folder, "Error \"" + LEAF2 + "\" 100 " + PORT_INFO);
        assertEquals("false", sweep.child().value("complete"));
        assertEquals(195, sweep.topology().nodes().size());
        assertEquals(216, sweep.topology().links().size());
        List<String> failed = sweep.lines("failed ");
        assertEquals(LEAF_PORTS, failed.size(), () -> String.join("\n", failed));
        assertTrue(
                failed.stream()
                        .allMatch(
                                line ->
                                        line.contains("attribute=PortInfo, status=timeout")
                                                && line.contains("description=leaf2")),
                () -> String.join("\n", failed));
    }

    @Test
    void aLeafWithoutNodeInfoIsAFailedPathFromEachSpine(@TempDir Path folder) throws Exception {
        Sweep sweep = sweep(folder, "Error \"" + LEAF2 + "\" 100 " + NODE_INFO);
        assertEquals("false", sweep.child().value("complete"));
        assertEquals(195 - 16, sweep.topology().nodes().size());
        List<String> failed = sweep.lines("failed ");
        assertEquals(3, failed.size(), () -> String.join("\n", failed));
        assertTrue(failed.get(0).contains("attribute=NodeInfo, status=timeout"), failed.get(0));
    }

    @Test
    void aHostWithoutNodeDescriptionIsFoundWithoutItsName(@TempDir Path folder) throws Exception {
        Sweep sweep = sweep(folder, "Error \"" + HOST2 + "\" 100 " + NODE_DESCRIPTION);
        assertEquals("false", sweep.child().value("complete"));
        assertEquals(195, sweep.topology().nodes().size());
        assertEquals(216, sweep.topology().links().size());
        List<String> failed = sweep.lines("failed ");
        assertEquals(1, failed.size(), () -> String.join("\n", failed));
        assertTrue(failed.get(0).contains("attribute=NodeDescription, status=timeout"));
    }

    @Test
    void aLidThatTwoPortsHaveIsAProblem(@TempDir Path folder) throws Exception {
        Sweep sweep = sweep(folder, "Baselid \"" + HOST2 + "\"[1] 5");
        assertEquals("true", sweep.child().value("complete"));
        List<String> problems = sweep.lines("problem FabricProblem[kind=duplicateLid");
        assertEquals(1, problems.size(), sweep.child().text());
        assertTrue(problems.get(0).contains("subject=LID 5"), problems.get(0));
    }

    @Test
    void aGuidThatTwoNodesHaveIsAProblemAndBothAreFound(@TempDir Path folder) throws Exception {
        Sweep sweep = sweep(folder, "Guid \"" + HOST2 + "\" 0x0002c90300100020");
        List<String> problems = sweep.lines("problem FabricProblem[kind=duplicateNodeGuid");
        assertEquals(1, problems.size(), sweep.child().text());
        assertEquals(216, sweep.topology().links().size());
    }
}
