// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.fabric.EngineComparison;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class TopologyDifferencesTest {
    private final Topology first =
            Sweeping.sweep(SimulatedWorld.of(FatTrees.twoLevel(2, 1, 2, 1), Sweeping.VIRTUAL));
    private final FabricNode node = first.nodes().get(first.nodes().size() - 1);
    private final FabricLink link = first.links().get(0);

    @Test
    void the_same_has_no_differences() {
        assertTrue(TopologyDifferences.between(first, copy(first.nodes(), first.links())).same());
    }

    @Test
    void a_node_and_a_link_that_only_one_found() {
        Topology less =
                copy(
                        first.nodes().subList(0, first.nodes().size() - 1),
                        first.links().subList(1, first.links().size()));
        List<String> differences = differences(first, less);
        assertEquals(2, differences.size(), differences.toString());
        assertEquals(
                "only java found the node " + node.guid() + " ('" + node.description() + "', CA)",
                differences.get(0));
        assertTrue(differences.get(1).startsWith("only java found the link "));
        assertTrue(differences(less, first).get(0).startsWith("only java found the node "));
        assertTrue(
                differences(copy(List.of(), List.of()), less)
                        .get(0)
                        .startsWith("only the second sweep "));
    }

    @Test
    void descriptions_types_and_lids() {
        FabricNode renamed =
                new FabricNode(
                        node.key(),
                        node.type(),
                        "renamed",
                        node.portCount(),
                        node.systemImageGuid(),
                        node.portGuid(),
                        node.vendorId(),
                        node.deviceId(),
                        node.revision(),
                        node.enhancedPort0(),
                        node.route(),
                        first.nodes().get(0).ports());
        List<FabricNode> nodes = new ArrayList<>(first.nodes());
        nodes.set(nodes.size() - 1, renamed);
        List<String> differences = differences(first, copy(nodes, first.links()));
        assertEquals(2, differences.size(), differences.toString());
        assertEquals(
                "the description of node "
                        + node.guid()
                        + " is "
                        + node.description()
                        + " by java and renamed by other",
                differences.get(0));
        assertTrue(differences.get(1).startsWith("the LID of port 1 of node " + node.guid()));
    }

    @Test
    void widths_and_speeds() {
        List<FabricLink> links = new ArrayList<>(first.links());
        links.set(0, new FabricLink(link.first(), link.second(), null, LinkSpeed.SDR));
        List<String> differences = differences(first, copy(first.nodes(), links));
        assertEquals(2, differences.size(), differences.toString());
        assertTrue(differences.get(0).endsWith("is 4x by java and not told by other"));
        assertTrue(differences.get(1).endsWith("is HDR by java and SDR by other"));
    }

    @Test
    void nodes_that_share_a_guid_are_compared_by_number() {
        List<FabricNode> nodes = new ArrayList<>(first.nodes());
        nodes.add(
                new FabricNode(
                        new NodeKey(node.guid(), 1),
                        node.type(),
                        "twin",
                        1,
                        Guid.ZERO,
                        Guid.ZERO,
                        0,
                        0,
                        0,
                        false,
                        node.route(),
                        List.of()));
        assertEquals(
                List.of("how many nodes are node " + node.guid() + " is 1 by java and 2 by other"),
                differences(first, copy(nodes, first.links())));
    }

    private Topology copy(List<FabricNode> nodes, List<FabricLink> links) {
        return new Topology("other", null, 0, nodes, links, List.of(), List.of(), null);
    }

    private static List<String> differences(Topology one, Topology other) {
        EngineComparison comparison = TopologyDifferences.between(one, other);
        return comparison.differences();
    }
}
