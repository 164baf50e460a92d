// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.Dragonflies;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class ConfirmingSweepTest {
    private static final SweepSettings SETTINGS = new SweepSettings(16, 50, 2);

    private final Topology truth = FatTrees.threeLevel(3, 3, 2, 2, 4);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 256})
    void a_subnet_that_did_not_change_costs_a_third(int window) {
        Topology subnet = FatTrees.twoLevel(36, 18, 18, 1);
        SimulatedWorld world = SimulatedWorld.of(subnet, Sweeping.VIRTUAL);
        SweepSettings settings = SETTINGS.withMaxSmpsOnWire(window);
        Topology full = Sweeping.sweep(world, settings);
        long smps = 0;
        for (int turn = 0; turn < KnownSubnet.TURNS; turn++) {
            Topology again = Sweeping.sweep(world, settings, SweepPlan.confirm(full, turn));
            assertSame(full, again);
            SweepStatistics statistics = again.statistics().orElseThrow();
            assertTrue(statistics.incremental());
            smps += statistics.smpsUsed();
        }
        double ratio =
                (double) smps / KnownSubnet.TURNS / full.statistics().orElseThrow().smpsUsed();
        assertTrue(ratio <= 0.35, "ratio " + ratio);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 256})
    void every_known_link_is_confirmed_by_one_question(int window) {
        for (Topology subnet : List.of(truth, dragonfly())) {
            SimulatedWorld world = SimulatedWorld.of(subnet, Sweeping.VIRTUAL.latencyNanos(5_000));
            SweepSettings settings = SETTINGS.withMaxSmpsOnWire(window);
            Topology known = Sweeping.sweep(world, settings);
            CountingSession session = new CountingSession(Sweeping.open(world));
            assertSame(known, Sweeping.sweep(session, settings, SweepPlan.confirm(known, 1)));
            assertEquals(1 + subnet.links().size(), session.asked(SmpAttribute.NODE_INFO));
            assertEquals(subnet.count(NodeType.SWITCH), session.asked(SmpAttribute.SWITCH_INFO));
        }
    }

    @Test
    void a_renamed_host_is_noticed_within_the_turns() {
        Topology known = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL), SETTINGS);
        SimulatedWorld later = later(edit -> edit.rename("host7 HCA-1", "renamed"));
        int noticed = 0;
        for (int turn = 0; turn < KnownSubnet.TURNS; turn++) {
            Topology found = Sweeping.sweep(later, SETTINGS, SweepPlan.confirm(known, turn));
            noticed += found.nodes().stream().anyMatch(named("renamed")) ? 1 : 0;
        }
        assertEquals(1, noticed, "each node has one turn");
    }

    @Test
    void a_new_host_is_found() {
        assertNoticed(
                edit ->
                        edit.pull(end("pod2-leaf1", 4))
                                .addLike("host2 HCA-1", guid(1), "new", end("pod2-leaf1", 4)));
        Topology freePort = TopologyEdit.of(truth).remove("host9 HCA-1").done();
        LinkEnd at = peer("host9 HCA-1");
        assertNoticed(
                freePort,
                TopologyEdit.of(freePort).addLike("host2 HCA-1", guid(2), "new", at).done());
    }

    @ParameterizedTest
    @ValueSource(strings = {"host2 HCA-1", "pod1-leaf2", "pod2-spine1", "core1", "core4"})
    void a_node_that_is_gone_is_gone(String name) {
        assertNoticed(edit -> edit.remove(name));
    }

    @Test
    void cables_that_were_moved_are_found_where_they_are() {
        assertNoticed(edit -> swap(edit, end("pod1-leaf2", 1), end("pod3-leaf1", 2)));
        assertNoticed(edit -> swap(edit, end("pod1-leaf2", 5), end("pod1-leaf2", 6)));
        assertNoticed(edit -> swap(edit, end("core1", 2), end("core3", 3)));
        assertNoticed(edit -> edit.pull(end("pod1-leaf1", 5)));
    }

    @Test
    void a_replaced_host_is_another_host() {
        LinkEnd at = peer("host5 HCA-1");
        assertNoticed(
                edit ->
                        edit.remove("host5 HCA-1")
                                .addLike("host6 HCA-1", guid(3), "host5 HCA-1", at));
    }

    @Test
    void a_switch_that_booted_again_is_asked_for_all_its_ports() {
        Topology known = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL), SETTINGS);
        SimulatedWorld later = later(edit -> edit.renumber("pod2-spine2", 0x7777));
        blink(later, end("pod2-spine2", 1));
        assertSame(Sweeping.sweep(later, SETTINGS), confirmed(later, known));
    }

    @Test
    void a_link_that_came_up_slower_is_seen_behind_the_change_bit() {
        for (FabricLink link : List.of(link(peer("host5 HCA-1")), link(end("core1", 2)))) {
            Topology known = Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL), SETTINGS);
            SimulatedWorld later = later(edit -> edit.retrain(link, LinkSpeed.EDR));
            blink(later, link.first());
            Topology found = confirmed(later, known);
            assertSame(Sweeping.sweep(later, SETTINGS), found);
            assertEquals(List.of("degradedLink"), Sweeping.problemKinds(found));
        }
    }

    @Test
    void where_nobody_clears_the_change_bits_they_are_looked_at_by_turns() {
        Topology wide = FatTrees.twoLevel(40, 20, 20, 1);
        SimulatedWorld world = SimulatedWorld.of(wide, Sweeping.VIRTUAL);
        Topology known = Sweeping.sweep(world, SETTINGS);
        wide.links().forEach(link -> blink(world, link.first()));
        Topology found = confirmed(world, known);
        assertSame(known, found);
        long full = known.statistics().orElseThrow().smpsUsed();
        assertTrue(found.statistics().orElseThrow().smpsUsed() <= 0.5 * full);
    }

    @Test
    void duplicate_guids_are_asked_anew_and_told_as_ever() {
        Guid shared = Sweeping.named(truth, "host8 HCA-1").guid();
        Topology twins =
                TopologyEdit.of(truth)
                        .remove("host2 HCA-1")
                        .addLike("host8 HCA-1", shared, "twin", peer("host2 HCA-1"))
                        .done();
        SimulatedWorld world = SimulatedWorld.of(twins, Sweeping.VIRTUAL);
        Topology full = Sweeping.sweep(world, SETTINGS);
        assertEquals(1, duplicates(full));
        for (Topology known :
                List.of(full, Sweeping.sweep(SimulatedWorld.of(truth, Sweeping.VIRTUAL)))) {
            Topology found = confirmed(world, known);
            assertEquals(1, duplicates(found));
            assertEquals(twins.nodes().size(), found.nodes().size());
            assertEquals(twins.links().size(), found.links().size());
            assertTrue(found.nodes().stream().anyMatch(named("twin")));
            assertTrue(found.nodes().stream().anyMatch(named("host8 HCA-1")));
        }
        // And the twin is gone again.
        Topology known = full;
        SimulatedWorld later = SimulatedWorld.of(truth, Sweeping.VIRTUAL);
        assertSame(Sweeping.sweep(later, SETTINGS), confirmed(later, known));
    }

    @Test
    void what_is_known_of_a_part_only_or_with_gaps_is_made_up_for() {
        SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL);
        Topology whole = Sweeping.sweep(world, SETTINGS);
        Topology part = Sweeping.sweep(world, SETTINGS, SweepPlan.part(DirectedRoute.LOCAL, 3));
        assertTrue(part.nodes().size() < whole.nodes().size());
        assertSame(whole, confirmed(world, part));
        world.faults().drop(Sweeping.named(truth, "core1").key(), 2, SmpAttribute.PORT_INFO);
        world.faults()
                .drop(
                        Sweeping.named(truth, "host4 HCA-1").key(),
                        -1,
                        SmpAttribute.NODE_DESCRIPTION);
        Topology gaps = Sweeping.sweep(world, SETTINGS);
        assertEquals(2, gaps.failedPaths().size());
        world.faults().clear();
        assertSame(whole, confirmed(world, gaps));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void whatever_was_plugged_about_it_finds_what_a_full_sweep_finds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (Topology start : List.of(truth, dragonfly())) {
            Topology known = Sweeping.sweep(SimulatedWorld.of(start, Sweeping.VIRTUAL), SETTINGS);
            TopologyEdit edit = TopologyEdit.of(start);
            List<FabricLink> left = new ArrayList<>(start.links());
            left.remove(TopologyEdit.link(start, new LinkEnd(start.origin().orElseThrow(), 1)));
            for (int change = 0; change < 6; change++) {
                LinkEnd one = left.remove(random.nextInt(left.size())).first();
                LinkEnd other = left.remove(random.nextInt(left.size())).first();
                if (random.nextBoolean()) {
                    edit.pull(one);
                } else {
                    swap(start, edit, one, other);
                }
            }
            SimulatedWorld later = SimulatedWorld.of(edit.done(), Sweeping.VIRTUAL);
            Topology full = Sweeping.sweep(later, SETTINGS);
            Topology found = confirmed(later, known);
            assertSame(full, found, "seed " + seed);
        }
    }

    private void assertNoticed(UnaryOperator<TopologyEdit> edit) {
        assertNoticed(truth, edit.apply(TopologyEdit.of(truth)).done());
    }

    private static void assertNoticed(Topology before, Topology after) {
        Topology known = Sweeping.sweep(SimulatedWorld.of(before, Sweeping.VIRTUAL), SETTINGS);
        SimulatedWorld later = SimulatedWorld.of(after, Sweeping.VIRTUAL);
        Topology full = Sweeping.sweep(later, SETTINGS);
        for (int window : new int[] {1, 16, 256}) {
            SweepSettings settings = SETTINGS.withMaxSmpsOnWire(window);
            assertSame(full, Sweeping.sweep(later, settings, SweepPlan.confirm(known, 1)));
        }
    }

    private static void assertSame(Topology full, Topology found) {
        assertSame(full, found, "");
    }

    private static void assertSame(Topology full, Topology found, String what) {
        Sweeping.assertSameSubnet(full, found);
        assertEquals(full.failedPaths().isEmpty(), found.failedPaths().isEmpty(), what);
        assertEquals(Sweeping.problemKinds(full), Sweeping.problemKinds(found), what);
        for (FabricNode node : full.nodes()) {
            assertEquals(node.ports(), Sweeping.node(found, node.key()).ports(), what);
        }
    }

    private static Topology confirmed(SimulatedWorld world, Topology known) {
        return Sweeping.sweep(world, SETTINGS, SweepPlan.confirm(known, 1));
    }

    private SimulatedWorld later(UnaryOperator<TopologyEdit> edit) {
        return SimulatedWorld.of(edit.apply(TopologyEdit.of(truth)).done(), Sweeping.VIRTUAL);
    }

    /** A link goes down and comes up again: the switches at its ends say that a port changed. */
    private static void blink(SimulatedWorld world, LinkEnd end) {
        world.faults().linkDown(end);
        world.faults().linkUp(end);
    }

    private TopologyEdit swap(TopologyEdit edit, LinkEnd one, LinkEnd other) {
        return swap(truth, edit, one, other);
    }

    private static TopologyEdit swap(
            Topology topology, TopologyEdit edit, LinkEnd one, LinkEnd other) {
        LinkEnd oneFar = TopologyEdit.peer(topology, one);
        LinkEnd otherFar = TopologyEdit.peer(topology, other);
        return edit.pull(one).pull(other).plug(one, otherFar).plug(other, oneFar);
    }

    private LinkEnd end(String description, int port) {
        return new LinkEnd(Sweeping.named(truth, description).key(), port);
    }

    private LinkEnd peer(String host) {
        return TopologyEdit.peer(truth, end(host, 1));
    }

    private FabricLink link(LinkEnd end) {
        return TopologyEdit.link(truth, end);
    }

    private static long duplicates(Topology topology) {
        return Sweeping.problemKinds(topology).stream().filter("duplicateNodeGuid"::equals).count();
    }

    private static Predicate<FabricNode> named(String description) {
        return node -> node.description().equals(description);
    }

    private static Guid guid(int number) {
        return new Guid(0x5000_0000L + number * 16L);
    }

    private static Topology dragonfly() {
        return Dragonflies.of(5, 4, 3, 1, 7);
    }
}
