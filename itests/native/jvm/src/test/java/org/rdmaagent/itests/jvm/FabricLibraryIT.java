// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.FatTrees;

/** libibnetdisc in its process brings what {@code ibnetdiscover}, which is built on it, writes. */
class FabricLibraryIT {
    static Stream<Arguments> fatTrees() {
        return Stream.of(
                Arguments.of(195, MixedRates.of(FatTrees.twoLevel(12, 3, 15, 1))),
                Arguments.of(860, FatTrees.twoLevel(40, 20, 20, 1)));
    }

    @ParameterizedTest(name = "{0} nodes")
    @MethodSource("fatTrees")
    void nodesLinksLidsWidthsAndSpeedsAreTheTools(int nodes, Topology tree, @TempDir Path folder)
            throws Exception {
        String tool = NativeTools.program("ibnetdiscover", "infiniband-diags");
        try (IbSim sim = IbSim.start(tree, folder)) {
            Child theirs = Child.run(List.of(tool), sim.client(), folder, 60);
            List<String> java =
                    Child.java(ScansMain.class.getName(), folder.toString(), "0;0;16;0");
            Child ours = Child.run(java, sim.client(), folder, 60);
            ours.wellEnded();
            List<String> found = Files.readAllLines(folder.resolve("scan1.txt"));
            byte[] text = theirs.wellEnded().getBytes(StandardCharsets.UTF_8);
            assertEquals(ScannedLines.of(IbnetdiscoverReader.read("tool", text)), found);
            assertEquals(nodes, found.stream().filter(line -> line.startsWith("node")).count());
            assertEquals(tree.links().size(), found.size() - nodes);
            assertEquals(Integer.toString(nodes), ours.value("1.nodes"), ours.text());
            assertEquals("0", ours.value("1.first"));
            assertTrue(Integer.parseInt(ours.value("1.mads")) > 2 * nodes, ours.text());
        }
    }

    @Test
    void aPartIsScannedWithTheLibrarysOwnIdeaOfHops(@TempDir Path folder) throws Exception {
        try (IbSim sim = IbSim.start(FatTrees.twoLevel(12, 3, 15, 1), folder)) {
            List<String> scans =
                    List.of("0;0;4;0", "0;1;4;0", "0,1;1;4;0", "0,1;2;4;0", "0,9;0;4;0");
            List<String> java = Child.java(ScansMain.class.getName(), folder.toString());
            java.addAll(scans);
            Child child = Child.run(java, sim.client(), folder, 60);
            child.wellEnded();
            assertEquals("195", child.value("1.nodes"));
            // A host, its leaf, and one that is two hops away.
            assertEquals("3", child.value("2.nodes"));
            // A leaf, its 15 hosts and 3 spines, and one leaf that is two hops away.
            assertEquals("20", child.value("3.nodes"));
            assertEquals("0,1", child.value("3.first"));
            // With the other 11 leaves, and one of their hosts.
            assertEquals("31", child.value("4.nodes"));
            assertEquals(
                    "ibnd_discover_fabric on ibsim0/1 failed: EHOSTUNREACH (113); no node answers"
                        + " at the end of the route 0,9; is the cable in, the port up and the route"
                        + " right?",
                    child.value("5.failed").replaceAll("; it last said: .*bad status 110.*", ""));
        }
    }

    @Test
    void aWrongManagementKeyMakesAPartialResultWithoutAnError(@TempDir Path folder)
            throws Exception {
        try (IbSim sim = IbSim.start(FatTrees.twoLevel(12, 3, 15, 1), folder)) {
            Map<String, String> environment = new HashMap<>(Receives.before(sim.client(), folder));
            environment.put("RECEIVES_MKEY", "1122334455667788");
            environment.put("RECEIVES_MKEY_HOPS", "2");
            List<String> java = Child.java(ScansMain.class.getName(), folder.toString());
            java.addAll(List.of("0;0;4;0x1122334455667788", "0;0;4;0x1122334455667789"));
            Child child = Child.run(java, environment, folder, 60);
            child.wellEnded();
            assertEquals("195", child.value("1.nodes"));
            assertEquals("2", child.value("2.nodes"), "the host and its leaf");
            assertTrue(child.value("2.lastSaid").contains("bad status 110"), child.text());
        }
    }

    @Test
    void aPortThatIsNotThereIsRefusedWithoutAProcess(@TempDir Path folder) throws Exception {
        try (IbSim sim = IbSim.start(FatTrees.twoLevel(2, 1, 2, 1), folder)) {
            List<String> java =
                    Child.java(ScansMain.class.getName(), folder.toString(), "0;0;4;0;ibsim0/7");
            java.add("0;0;4;0;nothere0/1");
            Child child = Child.run(java, sim.client(), folder, 60);
            child.wellEnded();
            for (String key : List.of("1.refused", "2.refused")) {
                assertTrue(
                        child.value(key).contains("failed: ENODEV (19); use one of [ibsim0/1]"),
                        child.text());
            }
        }
    }
}
