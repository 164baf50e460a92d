// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;

final class IbnetdiscoverWriterTest {
    @Test
    void the_text_is_the_tools_own() {
        String written = IbnetdiscoverWriter.write(SmallSubnet.read(SmallSubnet.TEXT));

        String expected =
                SmallSubnet.TEXT
                        .replace("generated on Thu Jan  1 00:00:00 1970", "generated from test")
                        .replace("\n# an empty line and a comment more\n", "");
        assertEquals(expected, written);
    }

    @Test
    void a_sweep_has_its_time_in_the_header() {
        Topology read = SmallSubnet.read(SmallSubnet.TEXT);
        SweepStatistics sweep =
                new SweepStatistics(
                        Instant.EPOCH,
                        1,
                        1,
                        0,
                        0,
                        1,
                        DirectedRoute.LOCAL,
                        OptionalInt.empty(),
                        false);

        String written = IbnetdiscoverWriter.write(copy(read, read.nodes(), sweep));

        assertTrue(written.startsWith("#\n# Topology file: generated on Thu Jan  1 00:00:00 1970"));
    }

    @Test
    void nodes_are_written_by_type_whatever_order_they_were_found_in() {
        Topology read = SmallSubnet.read(SmallSubnet.TEXT);
        List<FabricNode> reversed = new ArrayList<>(read.nodes());
        Collections.reverse(reversed);

        Topology again = reread(copy(read, reversed, null));

        assertEquals(
                List.of("leaf 2", "leaf 1", "host b", "host a", "way out"),
                again.nodes().stream().map(FabricNode::description).toList());
        assertEquals(read.links(), again.links());
    }

    @ParameterizedTest
    @ValueSource(strings = {"two\nlines", "two\rlines", "two\tlines", "two\u0000lines"})
    void a_control_character_in_a_name_becomes_a_blank(String name) {
        Topology read = SmallSubnet.read(SmallSubnet.TEXT);
        FabricNode node = read.nodes().get(0);
        FabricNode renamed =
                new FabricNode(
                        node.key(),
                        node.type(),
                        name,
                        node.portCount(),
                        node.systemImageGuid(),
                        node.portGuid(),
                        node.vendorId(),
                        node.deviceId(),
                        node.revision(),
                        node.enhancedPort0(),
                        node.route(),
                        node.ports());
        List<FabricNode> nodes = new ArrayList<>(read.nodes());
        nodes.set(0, renamed);

        Topology again = reread(copy(read, nodes, null));

        assertEquals(List.of(), again.problems());
        assertEquals("two lines", again.nodes().get(0).description());
    }

    @Test
    void what_was_written_is_read_back_the_same() {
        long seed = Long.getLong("rdma.seed", System.nanoTime());
        int rounds = Boolean.getBoolean("rdma.long") ? 5_000 : 200;
        for (int round = 0; round < rounds; round++) {
            String where = "rdma.seed=" + (seed + round);
            boolean duplicates = round % 2 == 1;
            Topology topology = new RandomSubnet(seed + round).build(12, duplicates);
            Topology again = reread(topology);
            try {
                CorpusTest.assertSame(topology, again);
                if (!duplicates) {
                    assertEquals(List.of(), again.problems());
                }
            } catch (AssertionError e) {
                throw new AssertionError(where + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void damage_that_was_read_once_is_not_read_twice() {
        String text =
                SmallSubnet.with("[1](a1)", "").replaceFirst("4xHDR", "4x???") + "vendid=0x1\n";
        Topology first = SmallSubnet.read(text);

        Topology again = reread(first);

        assertEquals(List.of("unknownSpeed"), SmallSubnet.kinds(again));
        CorpusTest.assertSame(first, again);
    }

    @Test
    void twenty_thousand_nodes_are_written_and_read_in_a_moment() {
        Topology topology = new RandomSubnet(1).build(13_000, false);
        assertTrue(topology.nodes().size() > 15_000, () -> "" + topology.nodes().size());
        String text = IbnetdiscoverWriter.write(topology);

        // A generous bound, since other work may share the processors: it takes a third of a
        // second of processor time once it is warm, and a second at first.
        Topology again =
                Assertions.assertTimeout(
                        Duration.ofSeconds(30),
                        () -> IbnetdiscoverReader.read("large", text.getBytes(UTF_8)));

        assertEquals(topology.links(), again.links());
    }

    private static Topology reread(Topology topology) {
        String text = IbnetdiscoverWriter.write(topology);
        return IbnetdiscoverReader.read(topology.source(), text.getBytes(UTF_8));
    }

    private static Topology copy(
            Topology of, List<FabricNode> nodes, @Nullable SweepStatistics sweep) {
        return new Topology(
                of.source(),
                of.origin().orElseThrow(),
                of.originPort(),
                nodes,
                of.links(),
                List.of(),
                List.of(),
                sweep);
    }
}
