// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.sa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.IbSim;
import org.rdmaagent.itests.jvm.NativeTools;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.sim.control.FatTrees;

/**
 * OpenSM over ibsim tells us what it tells {@code saquery}, as far as ibsim carries it: it has no
 * RMPP and cuts an answer after 256 bytes, so three groups or members at the most.
 */
class SubnetAdministrationIT {
    private static final int FIT_INTO_ONE_MAD = 3;
    private static final String SM_KEY = "1"; // OpenSM's, if nobody sets it.
    private static final String BROADCAST = "ffff";

    private final Topology topology = FatTrees.twoLevel(2, 1, 2, 1);

    private final Path folder;

    SubnetAdministrationIT(@TempDir Path folder) {
        this.folder = folder;
    }

    private interface Story {
        void tell(IbSim sim) throws Exception;
    }

    private void onSubnet(Story story) throws Exception {
        try (IbSim sim = IbSim.start(topology, folder);
                OpenSm manager = OpenSm.start(sim, topology, folder)) {
            story.tell(sim);
            assertTrue(manager.isRunning(), "OpenSM ended by itself");
        }
    }

    private List<Map<String, String>> theirs(IbSim sim, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(NativeTools.program("saquery", "infiniband-diags"));
        command.addAll(Arrays.asList(options));
        return SaqueryText.records(Child.run(command, sim.client(), folder, 60).wellEnded());
    }

    private List<String> ours(IbSim sim, String... questions) throws Exception {
        List<String> java = Child.java(SaMain.class.getName(), questions);
        return Child.run(java, sim.client(), folder, 60).wellEnded().lines().toList();
    }

    private void joined(IbSim sim, String... joins) throws Exception {
        List<String> lines = ours(sim, joins);
        assertEquals(joins.length, lines.size(), lines.toString());
        assertTrue(lines.stream().allMatch(line -> line.endsWith(" status 0")), lines.toString());
    }

    /** {@code saquery -g} prints some fields of the groups, {@code saquery MCMR} all of them. */
    private void assertSameGroups(IbSim sim, int count) throws Exception {
        List<String> ours = ours(sim, "groups");
        List<MulticastGroup> all = theirs(sim, "MCMR").stream().map(SaqueryText::group).toList();
        assertEquals(all.stream().map(MulticastGroup::toString).toList(), ours);
        assertEquals(count, ours.size());
        List<Map<String, String>> told = theirs(sim, "-g");
        assertEquals(
                all.stream().map(MulticastGroup::mgid).toList(),
                told.stream().map(record -> SaqueryText.gid(record, "mgid")).toList());
        assertEquals(
                all.stream().map(group -> group.mlid().value()).toList(),
                told.stream().map(record -> SaqueryText.number(record, "mlid")).toList());
    }

    @Test
    void theGroupsAreThoseOfSaquery() throws Exception {
        onSubnet(
                sim -> {
                    assertSameGroups(sim, 1);
                    joined(sim, "join=1;1", "join=2;1");
                    assertSameGroups(sim, 3);
                    joined(sim, "join=3;1", "join=4;1");
                    assertSameGroups(sim, FIT_INTO_ONE_MAD);
                });
    }

    @Test
    void theMembersAreThoseOfSaqueryWithTheSmKeyAndWithout() throws Exception {
        onSubnet(
                sim -> {
                    assertEquals(List.of(), ours(sim, "members=" + SM_KEY));
                    joined(sim, "join=" + BROADCAST + ";4", "join=1;1");
                    assertSameMembers(
                            theirs(sim, "-m", "--smkey", SM_KEY), ours(sim, "members=" + SM_KEY));
                    assertSameMembers(theirs(sim, "-m"), ours(sim, "members=0"));
                });
    }

    /** Ours look for the nodes that they need; the tool's table of nodes ends after the first. */
    private void assertSameMembers(List<Map<String, String>> theirs, List<String> ours) {
        assertEquals(2, theirs.size());
        assertEquals(theirs.size(), ours.size(), ours.toString());
        String here =
                topology.nodes().stream()
                        .filter(node -> topology.origin().equals(Optional.of(node.key())))
                        .map(FabricNode::description)
                        .findFirst()
                        .orElseThrow();
        for (int i = 0; i < ours.size(); i++) {
            Map<String, String> record = theirs.get(i);
            int state = SaqueryText.number(record, "scopestate") & 0xf;
            boolean told = state != 0;
            assertTrue(ours.get(i).contains("mgid=" + SaqueryText.gid(record, "mgid")));
            assertTrue(ours.get(i).contains("mlid=" + SaqueryText.number(record, "mlid")));
            assertTrue(
                    ours.get(i)
                            .endsWith(
                                    "portGid="
                                            + SaqueryText.gid(record, "portgid")
                                            + flags(state)
                                            + ", nodeName="
                                            + (told ? here : "")
                                            + "]"),
                    ours.get(i) + " is not " + record);
            String name = SaqueryText.value(record, "nodedescription");
            assertTrue(name.equals("<unknown>") || name.equals(here), name);
        }
    }

    private static String flags(int state) {
        return ", fullMember="
                + ((state & 1) != 0)
                + ", nonMember="
                + ((state & 2) != 0)
                + ", sendOnlyNonMember="
                + ((state & 4) != 0)
                + ", sendOnlyFullMember="
                + ((state & 8) != 0)
                + ", proxyJoin=false";
    }

    @Test
    void aPortFindsOutWhatItIsWithoutTheSmKey() throws Exception {
        onSubnet(
                sim -> {
                    assertEquals(List.of(), ours(sim, "own=" + BROADCAST));
                    joined(sim, "join=" + BROADCAST + ";4", "join=1;1");
                    List<String> own = ours(sim, "own=" + BROADCAST, "own=1", "own=2");
                    assertEquals(2, own.size(), own.toString());
                    assertTrue(own.get(0).contains(flags(4)), own.get(0));
                    assertTrue(own.get(1).contains(flags(1)), own.get(1));
                });
    }

    @Test
    void aWrongSmKeyAndADeadSubnetManagerGetNoAnswer() throws Exception {
        try (IbSim sim = IbSim.start(topology, folder)) {
            try (OpenSm manager = OpenSm.start(sim, topology, folder)) {
                List<String> wrong = ours(sim, "members=9");
                assertEquals(1, wrong.size());
                assertTrue(wrong.get(0).contains("is the SM_Key the right one"), wrong.get(0));
                assertTrue(manager.isRunning(), "OpenSM ended by itself");
            }
            List<String> dead = ours(sim, "groups");
            assertEquals(1, dead.size());
            assertTrue(dead.get(0).contains("ETIMEDOUT"), dead.get(0));
        }
    }
}
