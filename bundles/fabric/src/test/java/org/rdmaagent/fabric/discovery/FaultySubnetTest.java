// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class FaultySubnetTest {
    private final Topology truth = FatTrees.twoLevel(3, 2, 3, 1);
    private final SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL);

    @ParameterizedTest
    @ValueSource(strings = {"leaf1", "leaf2", "spine1"})
    void a_switch_that_drops_port_info_is_listed_port_by_port_and_seen_through(String name) {
        FabricNode silent = Sweeping.named(truth, name);
        world.faults().drop(silent.key(), -1, SmpAttribute.PORT_INFO);
        Topology found = Sweeping.sweep(world);
        assertFalse(found.complete());
        assertEquals(truth.nodes().size(), found.nodes().size());
        assertEquals(truth.links(), found.links());
        assertEquals(
                IntStream.rangeClosed(0, silent.portCount()).boxed().toList(),
                found.failedPaths().stream().map(FailedPath::port).toList());
        DirectedRoute route = Sweeping.node(found, silent.key()).route();
        for (FailedPath path : found.failedPaths()) {
            assertEquals(
                    new FailedPath(
                            route, silent.guid(), name, path.port(), "PortInfo", "timeout", 4),
                    path);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leaf1", "leaf2", "spine1"})
    void a_switch_whose_port_0_is_silent_is_asked_for_all_others(String name) {
        FabricNode silent = Sweeping.named(truth, name);
        world.faults().drop(silent.key(), 0, SmpAttribute.PORT_INFO);
        Topology found = Sweeping.sweep(world);
        assertEquals(1, found.failedPaths().size());
        assertEquals(0, found.failedPaths().get(0).port());
        assertEquals(truth.links(), found.links());
        FabricNode seen = Sweeping.node(found, silent.key());
        assertEquals(silent.portCount(), seen.ports().size());
        assertEquals("4xHDR", seen.port(1).orElseThrow().rateLabel().orElseThrow());
    }

    @Test
    void the_agents_own_port_may_hide_its_port_info() {
        world.faults().drop(truth.origin().orElseThrow(), -1, SmpAttribute.PORT_INFO);
        Topology found = Sweeping.sweep(world);
        assertEquals(truth.links(), found.links());
        assertEquals(1, found.failedPaths().size());
        assertEquals(DirectedRoute.LOCAL, found.failedPaths().get(0).route());
    }

    @Test
    void a_host_without_node_info_is_a_failed_path_and_no_node() {
        FabricNode host = Sweeping.named(truth, "host5 HCA-1");
        world.faults().drop(host.key(), -1, SmpAttribute.NODE_INFO);
        Topology found = Sweeping.sweep(world);
        assertEquals(truth.nodes().size() - 1, found.nodes().size());
        assertEquals(truth.links().size() - 1, found.links().size());
        FailedPath path = found.failedPaths().get(0);
        assertEquals(1, found.failedPaths().size());
        FabricNode leaf = Sweeping.named(found, "leaf2");
        assertEquals(
                new FailedPath(
                        leaf.route().then(2), leaf.guid(), "leaf2", 2, "NodeInfo", "timeout", 4),
                path);
    }

    @Test
    void a_switch_without_node_info_is_told_by_the_ports_that_lead_to_it() {
        FabricNode leaf = Sweeping.named(truth, "leaf2");
        world.faults().drop(leaf.key(), -1, SmpAttribute.NODE_INFO);
        Topology found = Sweeping.sweep(world);
        Set<LinkEnd> towards =
                truth.links().stream()
                        .filter(link -> isSpine(link.first()) || isSpine(link.second()))
                        .filter(
                                link ->
                                        link.first().node().equals(leaf.key())
                                                || link.second().node().equals(leaf.key()))
                        .map(link -> isSpine(link.first()) ? link.first() : link.second())
                        .collect(Collectors.toSet());
        assertFalse(towards.isEmpty());
        assertEquals(
                towards,
                found.failedPaths().stream()
                        .map(path -> new LinkEnd(NodeKey.of(path.node()), path.port()))
                        .collect(Collectors.toSet()));
        FailedPath first = found.failedPaths().get(0);
        assertEquals(List.of("silence"), Sweeping.problemKinds(found));
        String text = found.problems().get(0).text();
        assertTrue(
                text.contains(
                        "SubnGet(NodeInfo) at route "
                                + first.route()
                                + ", to what is behind port "
                                + first.port()
                                + " of '"
                                + first.description()
                                + "' ("
                                + first.node()
                                + ")"),
                text);
    }

    private boolean isSpine(LinkEnd end) {
        return truth.nodes().stream()
                .anyMatch(
                        node ->
                                node.key().equals(end.node())
                                        && node.description().startsWith("spine"));
    }

    @Test
    void silence_names_the_port_or_the_node_that_was_asked_about() {
        FabricNode leaf = Sweeping.named(truth, "leaf2");
        world.faults().drop(leaf.key(), 3, SmpAttribute.PORT_INFO);
        String port = Sweeping.sweep(world).problems().get(0).text();
        assertTrue(port.contains("about port 3 of 'leaf2' (" + leaf.guid() + ")"), port);
        world.faults().clear();
        world.faults().drop(leaf.key(), -1, SmpAttribute.SWITCH_INFO);
        String node = Sweeping.sweep(world).problems().get(0).text();
        assertTrue(node.contains("about 'leaf2' (" + leaf.guid() + ")"), node);
    }

    @ParameterizedTest
    @CsvSource({
        "NODE_DESCRIPTION, NodeDescription",
        "SWITCH_INFO, SwitchInfo",
    })
    void a_node_that_hides_something_stays_in_the_result(SmpAttribute attribute, String label) {
        FabricNode leaf = Sweeping.named(truth, "leaf2");
        world.faults().drop(leaf.key(), -1, attribute);
        Topology found = Sweeping.sweep(world);
        assertEquals(truth.links(), found.links());
        assertEquals(1, found.failedPaths().size());
        assertEquals(label, found.failedPaths().get(0).attribute());
        assertEquals(-1, found.failedPaths().get(0).port());
    }

    @ParameterizedTest
    @CsvSource({
        "0x0004, status 0x0004 (bad version), 1",
        "0x0008, status 0x0008 (method not supported), 1",
        "0x000c, status 0x000c (attribute not supported), 1",
        "0x001c, status 0x001c (invalid value), 1",
        "0x0001, status 0x0001 (busy), 4",
        "0x0100, status 0x0100 (class specific), 1",
    })
    void a_status_is_told_in_words_and_only_busy_is_asked_again(
            String status, String text, int attempts) {
        FabricNode leaf = Sweeping.named(truth, "leaf3");
        world.faults().status(leaf.key(), 7, SmpAttribute.PORT_INFO, Integer.decode(status));
        Topology found = Sweeping.sweep(world);
        assertEquals(1, found.failedPaths().size());
        assertEquals(text, found.failedPaths().get(0).status());
        assertEquals(attempts, found.failedPaths().get(0).attempts());
        assertEquals(7, found.failedPaths().get(0).port());
        assertEquals(truth.links(), found.links());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void five_percent_of_loss_is_repaired_by_repeats(long seed) {
        SimulatedWorld lossy =
                SimulatedWorld.of(truth, Sweeping.VIRTUAL.seed(seed).lossPerMillion(50_000));
        Topology found = Sweeping.sweep(lossy, new SweepSettings(8, 100, 6));
        assertTrue(found.complete(), "seed " + seed + ": " + found.failedPaths());
        Sweeping.assertSameSubnet(truth, found);
        SweepStatistics statistics = found.statistics().orElseThrow();
        assertTrue(statistics.retries() > 0, "seed " + seed);
    }

    @Test
    void whatever_is_lost_is_either_found_or_listed() {
        for (long seed = 1; seed <= 20; seed++) {
            SimulatedWorld lossy =
                    SimulatedWorld.of(truth, Sweeping.VIRTUAL.seed(seed).lossPerMillion(300_000));
            Topology found;
            try {
                found = Sweeping.sweep(lossy, new SweepSettings(8, 100, 1));
            } catch (RdmaException e) {
                assertEquals("ETIMEDOUT", e.errno().name(), "seed " + seed);
                continue;
            }
            boolean whole = found.links().equals(truth.links());
            assertTrue(whole || !found.complete(), "seed " + seed);
        }
    }

    @Test
    void an_own_node_that_is_silent_is_an_error_that_says_what_to_do() {
        world.faults().drop(truth.origin().orElseThrow(), -1, SmpAttribute.NODE_INFO);
        RdmaException error = assertThrows(RdmaException.class, () -> Sweeping.sweep(world));
        assertEquals("ETIMEDOUT", error.errno().name());
        assertEquals("mlx4_0/1", error.subject());
        assertTrue(error.remedy().contains("driver"), error.remedy());
    }

    @Test
    void an_own_port_that_is_down_shows_the_own_node_and_says_why_no_more() {
        NodeKey own = truth.origin().orElseThrow();
        world.faults().linkDown(new LinkEnd(own, 1));
        Topology found = Sweeping.sweep(world);
        assertTrue(found.complete());
        assertEquals(List.of(own), found.nodes().stream().map(FabricNode::key).toList());
        assertEquals(List.of(), found.links());
        assertEquals(List.of("portDown"), Sweeping.problemKinds(found));
        String text = found.problems().get(0).text();
        assertTrue(text.contains("cable") && text.contains("(" + own + ") port 1"), text);
    }

    @Test
    void a_pulled_cable_between_switches_is_not_a_failed_path() {
        FabricNode spine = Sweeping.named(truth, "spine1");
        world.faults().linkDown(new LinkEnd(spine.key(), 2));
        Topology found = Sweeping.sweep(world);
        assertTrue(found.complete());
        assertEquals(truth.nodes().size(), found.nodes().size());
        assertEquals(truth.links().size() - 1, found.links().size());
        assertEquals(null, Sweeping.node(found, spine.key()).port(2).orElseThrow().width());
    }

    @Test
    void a_dead_end_costs_no_more_than_its_repeats() {
        FabricNode host = Sweeping.named(truth, "host9 HCA-1");
        world.faults().drop(host.key(), -1, SmpAttribute.NODE_INFO);
        Topology found = Sweeping.sweep(world, new SweepSettings(8, 50, 3));
        long millis = found.statistics().orElseThrow().sweepNanos() / 1_000_000;
        assertTrue(millis >= 200 && millis < 210, "it took " + millis + " ms");
        assertEquals(3, found.statistics().orElseThrow().retries());
        assertEquals(1, found.statistics().orElseThrow().timeouts());
    }
}
