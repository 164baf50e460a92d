// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/** Lines that are good one by one and do not fit together. */
final class ContradictionTest {
    private static final NodeKey LEAF_1 = NodeKey.of(new Guid(0x10));

    @Test
    void a_cable_that_one_side_tells_counts_and_gives_the_other_its_port() {
        Topology topology = SmallSubnet.read(SmallSubnet.with("[1](a1)", ""));

        assertEquals(List.of("oneSidedLink"), SmallSubnet.kinds(topology));
        assertEquals(LEAF_1 + "[1]", topology.problems().get(0).subject());
        assertEquals(SmallSubnet.read(SmallSubnet.TEXT).links(), topology.links());
        FabricPort port = topology.nodes().get(2).port(1).orElseThrow();
        assertEquals(new Guid(0xa1), port.guid());
        assertEquals(new Lid(1), port.lid());
        assertEquals(LinkSpeed.EDR, port.speed());
        assertEquals(1, topology.originPort());
    }

    @Test
    void of_two_rates_that_of_the_lower_end_counts() {
        Topology topology = SmallSubnet.read(SmallSubnet.TEXT.replaceFirst("20 2xHDR", "20 4xQDR"));

        assertEquals(List.of("linkMismatch"), SmallSubnet.kinds(topology));
        FabricLink link = topology.links().get(2);
        assertEquals(new LinkEnd(LEAF_1, 3), link.first());
        assertEquals(LinkSpeed.QDR, link.speed());
        assertEquals(LinkWidth.W4X, link.width());
        assertEquals(LinkSpeed.HDR, topology.nodes().get(1).port(3).orElseThrow().speed());
    }

    @Test
    void a_port_has_one_cable() {
        String elsewhere = "[1]\t\"H-00000000000000b0\"[2](b2) \t\t# \"host b\" lid 2 4xEDR";
        Topology topology =
                SmallSubnet.read(SmallSubnet.with("[1]\t\"H-00000000000000a0", elsewhere));

        assertEquals(List.of("linkMismatch", "linkMismatch"), SmallSubnet.kinds(topology));
        assertTrue(topology.problems().get(0).text().contains("leads elsewhere"));
        assertEquals(SmallSubnet.LINKS - 1, topology.links().size());
    }

    @Test
    void a_cable_to_a_port_that_the_node_does_not_have_is_left_out() {
        String text =
                SmallSubnet.TEXT.replace("\"S-0000000000000010\"[1]", "\"S-0000000000000010\"[9]");
        Topology topology = SmallSubnet.read(text);

        assertTrue(SmallSubnet.kinds(topology).contains("linkMismatch"));
        assertTrue(
                topology.problems().stream()
                        .anyMatch(problem -> problem.text().contains("has 4 ports")));
    }

    @Test
    void a_node_that_only_others_name_counts_as_far_as_it_is_known() {
        String text = SmallSubnet.TEXT;
        int record = text.indexOf("vendid=0x2c9\ndevid=0xd2f0\nsysimgguid=0x20");
        text = text.substring(0, record) + text.substring(text.indexOf("vendid", record + 1));
        Topology topology = SmallSubnet.read(text);

        assertEquals(List.of("unknownNode"), SmallSubnet.kinds(topology));
        assertEquals(SmallSubnet.read(SmallSubnet.TEXT).links(), topology.links());
        FabricNode leaf = topology.nodes().get(1);
        assertEquals(NodeType.SWITCH, leaf.type());
        assertEquals("leaf 2", leaf.description());
        assertEquals(4, leaf.portCount());
        assertEquals(5, leaf.ports().size());
        assertEquals(new Lid(20), leaf.port(0).orElseThrow().lid());
    }

    @Test
    void nodes_with_one_guid_both_stay_and_keep_their_cables() {
        String text = SmallSubnet.TEXT.replace("00000000000000b0", "00000000000000a0");
        text = text.replace("caguid=0xb0", "caguid=0xa0");
        Topology topology = SmallSubnet.read(text);

        assertEquals(List.of("duplicateNodeGuid"), SmallSubnet.kinds(topology));
        NodeKey second = new NodeKey(new Guid(0xa0), 1);
        assertEquals(second.toString(), topology.problems().get(0).subject());
        assertEquals(second, topology.nodes().get(3).key());
        assertEquals("host b", topology.nodes().get(3).description());
        assertEquals(SmallSubnet.LINKS, topology.links().size());
        assertEquals(
                new LinkEnd(second, 2),
                topology.links().stream()
                        .filter(link -> link.speed() == LinkSpeed.FDR10)
                        .findFirst()
                        .orElseThrow()
                        .second());
        assertEquals(NodeKey.of(new Guid(0xa0)), topology.origin().orElseThrow());
    }

    @Test
    void a_file_that_holds_its_records_twice_is_two_subnets() {
        Topology topology = SmallSubnet.read(SmallSubnet.TEXT + SmallSubnet.TEXT);

        assertEquals(2 * SmallSubnet.NODES, topology.nodes().size());
        assertEquals(2 * SmallSubnet.LINKS, topology.links().size());
        for (FabricLink link : topology.links()) {
            assertEquals(link.first().node().instance(), link.second().node().instance());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4x???, unknownSpeed, W4X",
        "4xZDR, unknownSpeed, W4X",
        "4xEDRX, unknownSpeed, W4X",
        "?????, unknownSpeed,",
        "'', unknownSpeed,",
        "EDR, unknownWidth,",
        "x, unknownSpeed,",
        "3xEDR, unknownWidth,",
        "??EDR, unknownWidth,",
    })
    void an_unknown_rate_is_left_out(String rate, String kind, @Nullable LinkWidth width) {
        Topology topology = SmallSubnet.read(SmallSubnet.TEXT.replace("4xEDR", rate));

        assertEquals(List.of(kind, kind), SmallSubnet.kinds(topology));
        FabricLink link = topology.links().get(0);
        assertEquals(width, link.width());
        if (kind.equals("unknownSpeed")) {
            assertNull(link.speed());
        } else {
            assertEquals(LinkSpeed.EDR, link.speed());
        }
    }

    @Test
    void an_unknown_rate_on_one_side_is_known_from_the_other() {
        Topology topology = SmallSubnet.read(SmallSubnet.TEXT.replaceFirst("4xEDR", "4x???"));

        assertEquals(LinkSpeed.EDR, topology.links().get(0).speed());
        assertNull(topology.nodes().get(0).port(1).orElseThrow().speed());
    }

    @Test
    void a_header_that_names_nobody_is_reported() {
        Topology topology =
                SmallSubnet.read(
                        SmallSubnet.with(
                                "# Initiated",
                                "# Initiated from node 00000000000000ff port 00000000000000ff"));

        assertEquals(List.of("unknownOrigin"), SmallSubnet.kinds(topology));
        assertTrue(topology.origin().isEmpty());
    }
}
