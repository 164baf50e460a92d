// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Guid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/** A host, a switch and another host; and what the library leaves out without a word. */
class ScannedTopologyTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final ScannedNode HERE =
            FakeLibrary.node(NodeType.CA, 1, "here", "0", FakeLibrary.port(1, 1, 1));
    private static final ScannedNode FAR =
            FakeLibrary.node(NodeType.CA, 3, "far", "0,1,2", FakeLibrary.port(1, 1, 2));

    @Test
    void what_is_whole_is_complete() {
        Topology found = read(HERE, leaf(FakeLibrary.port(2, 2, 1)), FAR);
        assertEquals(FabricLibrary.NAME, found.source());
        assertEquals(List.of(), found.failedPaths());
        assertEquals(List.of(), found.problems());
        assertEquals(List.of("here", "leaf", "far"), names(found));
        assertEquals(2, found.links().size());
        assertEquals(1, found.originPort());
        assertEquals(7, Sweeping.named(found, "leaf").ports().get(0).lid().value());
    }

    @Test
    void a_link_that_is_up_and_leads_nowhere_is_a_failed_path() {
        FailedPath path = onlyFailure(read(HERE, leaf(FakeLibrary.port(2, -1, -1))));
        assertEquals("NodeInfo", path.attribute());
        assertEquals(2, path.port());
        assertEquals("leaf", path.description());
        assertTrue(path.status().contains("gives no reason"), path.status());
    }

    @Test
    void attributes_that_stayed_empty_are_failed_paths() {
        ScannedPort silent = FakeLibrary.port(2, FakeLibrary.NOTHING, -1, -1);
        ScannedNode leaf = leaf(silent);
        FailedPath port = onlyFailure(read(HERE, leaf));
        assertEquals("PortInfo 2", port.attribute() + " " + port.port());
        ScannedNode mute =
                new ScannedNode(
                        leaf.route(),
                        leaf.nodeInfo(),
                        FakeLibrary.NOTHING,
                        FakeLibrary.NOTHING,
                        leaf(FakeLibrary.down(2)).ports());
        assertEquals(
                List.of("NodeDescription", "SwitchInfo"),
                read(HERE, mute).failedPaths().stream().map(FailedPath::attribute).toList());
    }

    @Test
    void an_answer_that_tells_no_node_type_is_told_by_the_port_that_leads_to_it() {
        ScannedNode odd =
                new ScannedNode(
                        FAR.route(),
                        FakeLibrary.NOTHING,
                        FAR.nodeDescription(),
                        FAR.switchInfo(),
                        FAR.ports());
        Topology found = read(HERE, leaf(FakeLibrary.down(2)), odd);
        FailedPath path = onlyFailure(found);
        assertEquals(Sweeping.named(found, "leaf").guid(), path.node());
        assertEquals("leaf 2", path.description() + " " + path.port());
        assertEquals(FAR.route(), path.route());
        assertTrue(path.status().contains("no node type"), path.status());
    }

    @Test
    void ports_that_are_not_there_at_all_are_failed_paths_too() {
        ScannedNode leaf = leaf(FakeLibrary.down(2));
        ScannedNode withoutThem =
                new ScannedNode(
                        leaf.route(),
                        leaf.nodeInfo(),
                        leaf.nodeDescription(),
                        leaf.switchInfo(),
                        leaf.ports().subList(0, 2));
        assertEquals(2, onlyFailure(read(HERE, withoutThem)).port());
    }

    @Test
    void a_silent_port_0_stands_for_all_that_were_not_asked_then() {
        ScannedNode leaf =
                FakeLibrary.node(
                        NodeType.SWITCH,
                        2,
                        "leaf",
                        "0,1",
                        FakeLibrary.port(1, FakeLibrary.NOTHING, 0, 1),
                        FakeLibrary.port(2, FakeLibrary.NOTHING, -1, -1));
        FailedPath path = onlyFailure(read(HERE, leaf));
        assertEquals("PortInfo 0", path.attribute() + " " + path.port());
        assertTrue(path.status().contains("none of the other ports"), path.status());
    }

    @Test
    void a_node_that_was_taken_for_another_one_is_a_problem() {
        // "far" was found behind port 2, and then its GUID behind port 3: the cable moved there.
        ScannedNode leaf = leaf(FakeLibrary.port(2, -1, -1), FakeLibrary.port(3, 2, 1));
        ScannedNode far =
                FakeLibrary.node(NodeType.CA, 3, "far", "0,1,2", FakeLibrary.port(1, 1, 3));
        Topology found = read(HERE, leaf, far);
        assertEquals(List.of("duplicateNodeGuid"), Sweeping.problemKinds(found));
        assertTrue(found.problems().get(0).text().contains("behind port 2 of 'leaf'"));
        assertFalse(found.complete());
    }

    @Test
    void hops_are_counted_by_the_shortest_way_and_strays_are_cut_off() {
        ScannedNode leaf = leaf(FakeLibrary.port(2, 2, 1));
        assertEquals(List.of("here"), names(read(OptionalInt.of(0), HERE, leaf, FAR)));
        assertEquals(List.of("here", "leaf"), names(read(OptionalInt.of(1), HERE, leaf, FAR)));
        Topology all = read(OptionalInt.of(2), HERE, leaf, FAR);
        assertEquals(List.of("here", "leaf", "far"), names(all));
        Topology rim = read(OptionalInt.of(1), HERE, leaf(FakeLibrary.port(2, -1, -1)));
        assertTrue(rim.complete(), "what is behind the rim is not missed");
        assertEquals(1, read(OptionalInt.of(1), HERE, leaf, FAR).links().size());
    }

    /** Whatever the bytes and the numbers are: a topology, or a clear failure. */
    @Test
    void nothing_in_a_scan_is_taken_on_trust() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            ScannedNode[] nodes = new ScannedNode[1 + random.nextInt(4)];
            for (int i = 0; i < nodes.length; i++) {
                nodes[i] = wild(random);
            }
            try {
                Topology found = read(OptionalInt.of(random.nextInt(4)), nodes);
                assertTrue(found.nodes().size() <= nodes.length, "seed " + seed);
            } catch (RdmaException e) {
                assertTrue(e.remedy().length() > 10, "seed " + seed);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + round, e);
            }
        }
    }

    private static ScannedNode wild(Random random) {
        ScannedPort[] ports = new ScannedPort[random.nextInt(5)];
        for (int i = 0; i < ports.length; i++) {
            ports[i] =
                    new ScannedPort(
                            random.nextInt(300) - 20,
                            new Guid(random.nextInt(5)),
                            bytes(random),
                            bytes(random),
                            random.nextInt(7) - 2,
                            random.nextInt(300) - 20);
        }
        int[] route = random.ints(random.nextInt(64), 0, 256).toArray();
        ByteBuffer info = bytes(random);
        if (info.limit() > 20 && random.nextInt(4) > 0) {
            info.put(2, (byte) (1 + random.nextInt(2)));
            info.putLong(12, random.nextInt(3));
        }
        return new ScannedNode(
                DirectedRoute.of(route), info, bytes(random), bytes(random), List.of(ports));
    }

    private static ByteBuffer bytes(Random random) {
        int[] sizes = {DirectedRouteSmp.DATA_SIZE, DirectedRouteSmp.DATA_SIZE, 0, 63, 80};
        byte[] bytes = new byte[sizes[random.nextInt(sizes.length)]];
        if (random.nextBoolean()) {
            random.nextBytes(bytes);
        }
        return ByteBuffer.wrap(bytes);
    }

    private static ScannedNode leaf(ScannedPort... others) {
        ScannedPort[] ports = new ScannedPort[others.length + 2];
        ports[0] = FakeLibrary.down(0);
        ports[1] = FakeLibrary.port(1, 0, 1);
        System.arraycopy(others, 0, ports, 2, others.length);
        return FakeLibrary.node(NodeType.SWITCH, 2, "leaf", "0,1", ports);
    }

    private static Topology read(ScannedNode... nodes) {
        return read(OptionalInt.empty(), nodes);
    }

    private static Topology read(OptionalInt hops, ScannedNode... nodes) {
        ScannedFabric fabric = new ScannedFabric(List.of(nodes), 1, 10, 2);
        SweepPlan plan = new SweepPlan(DirectedRoute.LOCAL, hops, null);
        SweepOrder order = new SweepOrder(PORT, SweepSettings.DEFAULTS, plan);
        SweepStatistics statistics =
                new SweepStatistics(
                        Instant.EPOCH, 1, 10, 0, 0, 0, DirectedRoute.LOCAL, hops, false);
        return new ScannedTopology(order, ScanStart.of(order, fabric), fabric).topology(statistics);
    }

    private static FailedPath onlyFailure(Topology found) {
        assertEquals(1, found.failedPaths().size(), found.failedPaths().toString());
        return found.failedPaths().get(0);
    }

    private static List<String> names(Topology found) {
        return found.nodes().stream().map(FabricNode::description).toList();
    }
}
