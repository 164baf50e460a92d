// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.FabricBuilder;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class OddSubnetTest {
    private final FabricBuilder builder = new FabricBuilder("odd");
    private final NodeKey own = builder.hdrHost(new Guid(0x1000), "own", 2);

    @Test
    void loops_trunks_self_loops_and_two_port_adapters_are_nothing_special() {
        NodeKey first = builder.hdrSwitch(new Guid(0x2000), "first", 36);
        NodeKey second = builder.hdrSwitch(new Guid(0x3000), "second", 36);
        NodeKey third = builder.hdrSwitch(new Guid(0x4000), "third", 36);
        NodeKey twoPorts = builder.hdrHost(new Guid(0x5000), "two ports", 2);
        builder.cable(own, 1, first, 1).cable(own, 2, second, 1);
        builder.cable(first, 2, second, 2).cable(first, 3, second, 3); // a trunk
        builder.cable(second, 4, third, 4).cable(third, 5, first, 5); // a ring
        builder.cable(first, 20, first, 21).cable(third, 36, third, 35); // self-loops
        builder.cable(twoPorts, 2, third, 10).cable(twoPorts, 1, second, 10);
        Topology truth = builder.build(own, 1);
        for (int window : new int[] {1, 2, 8, 100}) {
            Topology found =
                    Sweeping.sweep(
                            SimulatedWorld.of(truth, Sweeping.VIRTUAL),
                            SweepSettings.DEFAULTS.withMaxSmpsOnWire(window));
            Sweeping.assertSameSubnet(truth, found);
            assertTrue(found.complete());
            assertEquals(List.of(), found.problems());
            assertEquals(2, Sweeping.node(found, twoPorts).ports().size());
            assertEquals(2, Sweeping.node(found, own).ports().size());
        }
    }

    @Test
    void a_host_cabled_to_a_host_is_a_subnet() {
        NodeKey other = builder.hdrHost(new Guid(0x5000), "other", 2);
        Topology truth = builder.cable(own, 2, other, 1).build(own, 2);
        Topology found = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL));
        Sweeping.assertSameSubnet(truth, found);
        assertEquals(2, found.originPort());
    }

    @Test
    void beyond_63_hops_is_a_failed_path() {
        List<NodeKey> chain = new ArrayList<>();
        for (int number = 1; number <= 70; number++) {
            chain.add(builder.hdrSwitch(new Guid(0x10000 + number * 16L), "s" + number, 2));
        }
        builder.cable(own, 1, chain.get(0), 1);
        for (int number = 1; number < chain.size(); number++) {
            builder.cable(chain.get(number - 1), 2, chain.get(number), 1);
        }
        Topology found = Sweeping.sweep(SimulatedWorld.of(builder.build(own, 1), Sweeping.VIRTUAL));
        assertEquals(64, found.nodes().size());
        assertEquals(63, found.links().size());
        assertEquals(1, found.failedPaths().size());
        FailedPath path = found.failedPaths().get(0);
        assertEquals("s63", path.description());
        assertEquals(2, path.port());
        assertEquals("NodeInfo", path.attribute());
        assertEquals("not asked: a directed route has at most 63 hops", path.status());
        assertEquals(0, path.attempts());
    }

    @Test
    void a_ring_of_126_switches_is_whole_within_63_hops() {
        List<NodeKey> ring = new ArrayList<>();
        for (int number = 1; number <= 125; number++) {
            ring.add(builder.hdrSwitch(new Guid(0x10000 + number * 16L), "r" + number, 3));
        }
        builder.cable(own, 1, ring.get(0), 3);
        for (int number = 0; number < ring.size(); number++) {
            builder.cable(ring.get(number), 1, ring.get((number + 1) % ring.size()), 2);
        }
        Topology truth = builder.build(own, 1);
        Topology found = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL));
        // Its farthest link lies between two switches at hop 63: neither can ask the other.
        assertEquals(truth.nodes().size(), found.nodes().size());
        assertEquals(truth.links().size() - 1, found.links().size());
        assertEquals(2, found.failedPaths().size());
    }

    @Test
    void one_lid_on_two_ports_is_a_problem_with_both_places() {
        Topology tree = FatTrees.twoLevel(2, 2, 2, 1);
        FabricNode victim = Sweeping.named(tree, "host4 HCA-1");
        Lid taken = Sweeping.named(tree, "leaf1").ports().get(0).lid();
        List<FabricNode> nodes =
                tree.nodes().stream()
                        .map(node -> node.equals(victim) ? withLid(node, taken) : node)
                        .toList();
        Topology truth =
                new Topology(
                        "t",
                        tree.origin().orElseThrow(),
                        1,
                        nodes,
                        tree.links(),
                        List.of(),
                        List.of(),
                        null);
        Topology found = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL));
        assertEquals(List.of("duplicateLid"), Sweeping.problemKinds(found));
        String text = found.problems().get(0).text();
        assertTrue(text.contains("'host4 HCA-1'") && text.contains("'leaf1'"), text);
        assertTrue(text.startsWith("LID " + taken.value() + " is assigned to "), text);
        assertEquals("LID " + taken, found.problems().get(0).subject());
        assertTrue(found.complete());
    }

    private static FabricNode withLid(FabricNode node, Lid lid) {
        FabricPort port = node.ports().get(0);
        FabricPort changed =
                new FabricPort(
                        port.number(),
                        port.guid(),
                        lid,
                        port.lmc(),
                        port.smLid(),
                        port.state(),
                        port.physicalState(),
                        port.width(),
                        port.speed(),
                        port.widthSupported(),
                        port.speedsSupported(),
                        port.mtuBytes());
        return new FabricNode(
                node.key(),
                node.type(),
                node.description(),
                node.portCount(),
                node.systemImageGuid(),
                node.portGuid(),
                node.vendorId(),
                node.deviceId(),
                node.revision(),
                node.enhancedPort0(),
                node.route(),
                List.of(changed));
    }

    @ParameterizedTest
    @CsvSource({
        "W1X, HDR, 1xHDR, 4xHDR",
        "W4X, EDR, 4xEDR, 4xHDR",
        "W1X, SDR, 1xSDR, 4xHDR",
    })
    void a_link_below_what_both_ends_support_is_a_problem(
            LinkWidth width, LinkSpeed speed, String active, String supported) {
        NodeKey leaf = builder.hdrSwitch(new Guid(0x2000), "leaf", 36);
        NodeKey other = builder.hdrSwitch(new Guid(0x3000), "other", 36);
        // The widths a port supports follow from its cable here: another one shows all four lanes.
        builder.cable(own, 1, leaf, 1).cable(leaf, 2, other, 2, width, speed);
        Topology found = Sweeping.sweep(SimulatedWorld.of(builder.build(own, 1), Sweeping.VIRTUAL));
        assertEquals(List.of("degradedLink"), Sweeping.problemKinds(found));
        String text = found.problems().get(0).text();
        assertTrue(text.contains("runs at " + active), text);
        assertTrue(text.contains("support " + supported), text);
    }

    @Test
    void fdr10_is_told_by_the_vendors_attribute() {
        Topology truth = fdr10();
        Topology found = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL));
        assertTrue(found.complete());
        assertEquals(truth.links(), found.links());
    }

    @Test
    void a_device_that_refuses_the_vendors_attribute_runs_at_qdr() {
        SimulatedWorld world = SimulatedWorld.of(fdr10(), Sweeping.VIRTUAL);
        for (FabricNode node : world.topology().nodes()) {
            world.faults().status(node.key(), -1, SmpAttribute.MLNX_EXT_PORT_INFO, 0x000c);
        }
        Topology found = Sweeping.sweep(world);
        assertTrue(found.complete());
        assertEquals(LinkSpeed.QDR, found.links().get(1).speed());
    }

    @Test
    void a_device_that_is_silent_about_it_is_a_failed_path() {
        SimulatedWorld world = SimulatedWorld.of(fdr10(), Sweeping.VIRTUAL);
        NodeKey silent = Sweeping.named(world.topology(), "b").key();
        world.faults().drop(silent, -1, SmpAttribute.MLNX_EXT_PORT_INFO);
        Topology found = Sweeping.sweep(world);
        assertEquals(1, found.failedPaths().size());
        assertEquals("MlnxExtPortInfo", found.failedPaths().get(0).attribute());
        assertEquals(world.topology().links(), found.links());
    }

    private Topology fdr10() {
        NodeKey a = builder.node(new Guid(0x2000), NodeType.SWITCH, "a", 36, 0xc738, LinkSpeed.QDR);
        NodeKey b = builder.node(new Guid(0x3000), NodeType.SWITCH, "b", 36, 0xc738, LinkSpeed.QDR);
        builder.cable(own, 1, a, 1, LinkWidth.W4X, LinkSpeed.EDR);
        return builder.cable(a, 2, b, 2, LinkWidth.W4X, LinkSpeed.FDR10).build(own, 1);
    }
}
