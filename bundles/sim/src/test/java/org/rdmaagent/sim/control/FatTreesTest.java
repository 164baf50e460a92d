// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/** Generated fabrics are what their numbers say. */
class FatTreesTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "8, 4, 8, 2", "36, 18, 18, 1", "2, 3, 1, 5"})
    void aTwoLevelTreeHasItsNodesAndLinks(int leaves, int spines, int hosts, int trunk) {
        Topology tree = FatTrees.twoLevel(leaves, spines, hosts, trunk);
        assertEquals(leaves + spines, tree.count(NodeType.SWITCH));
        assertEquals(leaves * hosts, tree.count(NodeType.CA));
        assertEquals(leaves * spines * trunk + leaves * hosts, tree.links().size());
        assertLidsAndGuidsAreUnique(tree);
    }

    @Test
    void aThreeLevelTreeHasItsNodesAndLinks() {
        Topology tree = FatTrees.threeLevel(4, 6, 3, 2, 5);
        assertEquals(4 * (6 + 3) + 3 * 2, tree.count(NodeType.SWITCH));
        assertEquals(4 * 6 * 5, tree.count(NodeType.CA));
        assertEquals(4 * 6 * 5 + 4 * 6 * 3 + 4 * 3 * 2, tree.links().size());
        assertLidsAndGuidsAreUnique(tree);
    }

    private static void assertLidsAndGuidsAreUnique(Topology tree) {
        Set<Object> seen = new HashSet<>();
        for (FabricNode node : tree.nodes()) {
            assertTrue(seen.add(node.guid()), () -> "node GUID twice: " + node.guid());
            for (FabricPort port : node.ports()) {
                if (port.lid().isUnicast()) {
                    assertTrue(seen.add(port.lid()), () -> "LID twice: " + port.lid());
                }
            }
        }
        assertEquals(
                NodeType.CA,
                tree.nodes().stream()
                        .filter(node -> node.key().equals(tree.origin().orElseThrow()))
                        .findFirst()
                        .orElseThrow()
                        .type());
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1", "1, 0, 1, 1", "1, 1, 0, 1", "1, 1, 1, -1", "255, 1, 1, 1"})
    void aTreeThatCannotBeIsRefused(int leaves, int spines, int hosts, int trunk) {
        assertThrows(
                IllegalArgumentException.class,
                () -> FatTrees.twoLevel(leaves, spines, hosts, trunk));
    }

    @Test
    void theBuilderRefusesWhatNoCableCanDo() {
        FabricBuilder builder = new FabricBuilder("bad");
        NodeKey one = builder.hdrSwitch(new Guid(16), "one", 2);
        NodeKey two = builder.hdrHost(new Guid(32), "two", 1);
        builder.cable(one, 1, two, 1);
        NodeKey nobody = NodeKey.of(new Guid(48));
        assertRefused(() -> builder.cable(one, 1, one, 2));
        assertRefused(() -> builder.cable(one, 3, one, 4));
        assertRefused(() -> builder.cable(nobody, 1, one, 2));
        assertRefused(() -> builder.trained(two, 2, LinkWidth.W1X, LinkSpeed.SDR));
    }

    private static void assertRefused(Runnable call) {
        assertThrows(IllegalArgumentException.class, call::run);
    }

    @Test
    void nodesWithOneGuidAreInstances() {
        FabricBuilder builder = new FabricBuilder("twins");
        NodeKey host = builder.hdrHost(new Guid(16), "host", 1);
        NodeKey twin = builder.hdrHost(new Guid(16), "twin", 1);
        builder.cable(host, 1, twin, 1);
        assertEquals(1, twin.instance());
        SimulatedWorld world = SimulatedWorld.of(builder.build(host, 1), SmallFabric.settings());
        try (Asker asker = new Asker(world)) {
            assertEquals(new Guid(16), asker.nodeInfo(DirectedRoute.of(1)).nodeGuid());
        }
    }

    @Test
    void aWorldWithoutAChannelAdapterIsRefused() {
        FabricBuilder builder = new FabricBuilder("switch alone");
        NodeKey one = builder.hdrSwitch(new Guid(16), "one", 2);
        Topology alone = builder.build(one, 0);
        assertThrows(
                IllegalArgumentException.class,
                () -> SimulatedWorld.of(alone, SmallFabric.settings()));
    }
}
