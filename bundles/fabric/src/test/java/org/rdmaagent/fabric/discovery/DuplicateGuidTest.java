// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FabricBuilder;
import org.rdmaagent.sim.control.SimulatedWorld;

class DuplicateGuidTest {
    private static final Guid SHARED = new Guid(0xd0b1e);

    private final FabricBuilder builder = new FabricBuilder("duplicates");
    private final NodeKey own = builder.hdrHost(new Guid(0x1000), "own", 1);
    private final NodeKey leaf = builder.hdrSwitch(new Guid(0x2000), "leaf", 36);
    private final NodeKey spine1 = builder.hdrSwitch(new Guid(0x3000), "spine1", 36);
    private final NodeKey spine2 = builder.hdrSwitch(new Guid(0x4000), "spine2", 36);

    DuplicateGuidTest() {
        builder.cable(own, 1, leaf, 1).cable(leaf, 33, spine1, 1).cable(leaf, 34, spine2, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void two_adapters_with_one_guid_are_two_nodes(int window) {
        builder.cable(builder.hdrHost(SHARED, "box a", 1), 1, leaf, 5);
        builder.cable(builder.hdrHost(SHARED, "box b", 1), 1, spine2, 6);
        assertBothAreFound(window, "box a", "box b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void three_adapters_on_one_switch_are_three_nodes(int window) {
        for (int box = 0; box < 3; box++) {
            builder.cable(builder.hdrHost(SHARED, "box " + box, 1), 1, leaf, 5 + box);
        }
        Topology truth = builder.build(own, 1);
        Topology found = sweep(truth, window);
        assertEquals(described(truth), described(found));
        assertEquals(
                List.of("duplicateNodeGuid", "duplicateNodeGuid"),
                Sweeping.problemKinds(found).stream().filter("duplicateNodeGuid"::equals).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void two_leaves_with_one_guid_and_the_same_uplinks_are_two_nodes(int window) {
        twoLeaves(33, 34, 33, 34);
        assertBothAreFound(window, "leaf a", "leaf b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void two_leaves_with_one_guid_and_crossed_uplinks_are_two_nodes(int window) {
        twoLeaves(33, 34, 34, 33);
        assertBothAreFound(window, "leaf a", "leaf b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void two_leaves_that_share_one_uplink_only_are_two_nodes(int window) {
        twoLeaves(33, 34, 33, 36);
        assertBothAreFound(window, "leaf a", "leaf b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void two_leaves_that_share_no_uplink_are_two_nodes(int window) {
        twoLeaves(33, 34, 35, 36);
        assertBothAreFound(window, "leaf a", "leaf b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void an_adapter_and_a_switch_with_one_guid_are_two_nodes(int window) {
        builder.cable(builder.hdrHost(SHARED, "box a", 1), 1, leaf, 5);
        NodeKey b = builder.hdrSwitch(SHARED, "box b", 36);
        builder.cable(b, 1, leaf, 6).cable(b, 2, spine1, 6);
        assertBothAreFound(window, "box a", "box b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void another_node_with_the_agents_own_guid_is_a_node(int window) {
        builder.cable(builder.hdrHost(new Guid(0x1000), "box b", 1), 1, spine1, 9);
        assertBothAreFound(window, "own", "box b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void two_switches_with_one_guid_cabled_to_each_other_are_two_nodes(int window) {
        NodeKey a = builder.hdrSwitch(SHARED, "box a", 36);
        NodeKey b = builder.node(SHARED, NodeType.SWITCH, "box b", 40, 0xd2f0, LinkSpeed.HDR);
        builder.cable(leaf, 5, a, 1).cable(a, 2, b, 1).cable(b, 2, spine2, 7);
        assertBothAreFound(window, "box a", "box b");
    }

    private void twoLeaves(int a1, int a2, int b1, int b2) {
        NodeKey a = builder.hdrSwitch(SHARED, "leaf a", 36);
        NodeKey b = builder.hdrSwitch(SHARED, "leaf b", 36);
        builder.cable(a, a1, spine1, 2).cable(a, a2, spine2, 2);
        builder.cable(b, b1, spine1, 3).cable(b, b2, spine2, 3);
        builder.cable(a, 1, builder.hdrHost(new Guid(0x5000), "host a", 1), 1);
        builder.cable(b, 1, builder.hdrHost(new Guid(0x6000), "host b", 1), 1);
        builder.cable(b, 2, builder.hdrHost(new Guid(0x7000), "host c", 1), 1);
    }

    private void assertBothAreFound(int window, String first, String second) {
        Topology truth = builder.build(own, 1);
        Topology found = sweep(truth, window);
        assertEquals(described(truth), described(found));
        assertEquals(List.of(), found.failedPaths());
        List<String> texts =
                found.problems().stream()
                        .filter(problem -> problem.kind().equals("duplicateNodeGuid"))
                        .map(problem -> problem.text())
                        .toList();
        assertEquals(1, texts.size(), texts.toString());
        assertTrue(texts.get(0).contains("'" + first + "'"), texts.get(0));
        assertTrue(texts.get(0).contains("'" + second + "'"), texts.get(0));
    }

    private static Topology sweep(Topology truth, int window) {
        return Sweeping.sweep(
                SimulatedWorld.of(truth, Sweeping.VIRTUAL),
                SweepSettings.DEFAULTS.withMaxSmpsOnWire(window));
    }

    /** The links by the names of their nodes: which of two is the first one is not fixed. */
    private static List<String> described(Topology topology) {
        return topology.links().stream()
                .map(
                        link -> {
                            String one = end(topology, link.first());
                            String other = end(topology, link.second());
                            boolean inOrder = one.compareTo(other) < 0;
                            return inOrder ? one + " - " + other : other + " - " + one;
                        })
                .sorted()
                .toList();
    }

    private static String end(Topology topology, LinkEnd end) {
        return Sweeping.node(topology, end.node()).description() + "[" + end.port() + "]";
    }
}
