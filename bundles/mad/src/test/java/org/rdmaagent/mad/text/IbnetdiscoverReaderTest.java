// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

final class IbnetdiscoverReaderTest {
    private static final NodeKey LEAF_1 = NodeKey.of(new Guid(0x10));
    private static final NodeKey LEAF_2 = NodeKey.of(new Guid(0x20));
    private static final NodeKey HOST_A = NodeKey.of(new Guid(0xa0));
    private static final NodeKey HOST_B = NodeKey.of(new Guid(0xb0));
    private static final NodeKey ROUTER = NodeKey.of(new Guid(0xc0));

    private final Topology topology = SmallSubnet.read(SmallSubnet.TEXT);

    @Test
    void nodes_come_in_the_order_of_the_file() {
        assertEquals(List.of(), topology.problems());
        assertEquals(
                List.of(LEAF_1, LEAF_2, HOST_A, HOST_B, ROUTER),
                topology.nodes().stream().map(FabricNode::key).toList());
        assertTrue(topology.complete());
        assertEquals("test", topology.source());
    }

    @Test
    void a_switch_has_its_lid_on_port_0() {
        FabricNode leaf = topology.nodes().get(1);

        assertEquals(NodeType.SWITCH, leaf.type());
        assertEquals("leaf 2", leaf.description());
        assertEquals(4, leaf.portCount());
        assertEquals(new Guid(0x20), leaf.systemImageGuid());
        assertEquals(new Guid(0x21), leaf.portGuid());
        assertEquals(0x2c9, leaf.vendorId());
        assertEquals(0xd2f0, leaf.deviceId());
        assertTrue(topology.nodes().get(0).enhancedPort0());
        assertTrue(!leaf.enhancedPort0());
        FabricPort port0 = leaf.ports().get(0);
        assertEquals(0, port0.number());
        assertEquals(new Guid(0x21), port0.guid());
        assertEquals(new Lid(20), port0.lid());
        assertEquals(1, port0.lmc());
        assertNull(port0.speed());
        FabricPort port1 = leaf.ports().get(1);
        assertEquals(Guid.ZERO, port1.guid());
        assertEquals(Lid.NONE, port1.lid());
        assertEquals(LinkSpeed.FDR10, port1.speed());
    }

    @Test
    void ports_that_are_not_listed_are_not_there() {
        FabricNode host = topology.nodes().get(3);

        assertEquals(2, host.portCount());
        assertEquals(1, host.ports().size());
        FabricPort port = host.ports().get(0);
        assertEquals(2, port.number());
        assertEquals(new Guid(0xb2), port.guid());
        assertEquals(new Guid(0xb2), host.portGuid());
        assertEquals(new Lid(2), port.lid());
        assertEquals(2, port.lmc());
        assertEquals(PortState.ACTIVE, port.state());
        assertEquals(PortPhysicalState.LINK_UP, port.physicalState());
    }

    @Test
    void both_sides_of_a_cable_are_one_link() {
        assertEquals(
                List.of(
                        link(LEAF_1, 1, HOST_A, 1, LinkWidth.W4X, LinkSpeed.EDR),
                        link(LEAF_1, 2, LEAF_2, 2, LinkWidth.W4X, LinkSpeed.HDR),
                        link(LEAF_1, 3, LEAF_2, 3, LinkWidth.W2X, LinkSpeed.HDR),
                        link(LEAF_2, 1, HOST_B, 2, LinkWidth.W4X, LinkSpeed.FDR10),
                        link(LEAF_2, 4, ROUTER, 1, LinkWidth.W4X, LinkSpeed.NDR)),
                topology.links());
    }

    @Test
    void the_header_tells_where_the_view_starts() {
        assertEquals(HOST_A, topology.origin().orElseThrow());
        assertEquals(1, topology.originPort());
    }

    @Test
    void the_header_may_name_a_port_where_it_should_name_a_node() {
        Topology other =
                SmallSubnet.read(
                        SmallSubnet.with(
                                "# Initiated",
                                "# Initiated from node 00000000000000b2 port 00000000000000b2"));

        assertEquals(HOST_B, other.origin().orElseThrow());
        assertEquals(2, other.originPort());
    }

    @Test
    void without_a_header_nobody_knows_where_the_view_starts() {
        Topology other = SmallSubnet.read(SmallSubnet.with("# Initiated", "#"));

        assertTrue(other.origin().isEmpty());
        assertEquals(0, other.originPort());
        assertEquals(List.of(), other.problems());
    }

    @Test
    void the_marks_of_the_full_and_grouping_options_are_understood() {
        String text =
                SmallSubnet.TEXT
                        .replace("sysimgguid=0x10", "sysimgguid=0x10\t\t# Chassis 1")
                        .replace("(11)", "(11)\t# Spine 1 Chip 2")
                        .replace("[2]\t\"S", "[2][ext 14]\t\"S")
                        .replace("[2]\t\t#", "[2][ext 14]\t\t#")
                        .replace("4xHDR", "4xHDR s=4 w=2 v=5 e=4")
                        .replace("# an empty", "\nChassis 1 (guid 0x10)\n\n# Spine Nodes\n\n# an");

        Topology other = SmallSubnet.read(text);

        assertEquals(List.of(), other.problems());
        CorpusTest.assertSame(topology, other);
    }

    @Test
    void a_port_that_is_looped_to_itself_is_a_link() {
        String loop = "[4]\t\"S-0000000000000010\"[4]\t\t# \"leaf 1\" lid 10 4xHDR";
        Topology other = SmallSubnet.read(SmallSubnet.with("[3]\t\"S", loop));

        assertTrue(
                other.links().contains(link(LEAF_1, 4, LEAF_1, 4, LinkWidth.W4X, LinkSpeed.HDR)));
    }

    private static FabricLink link(
            NodeKey one, int onePort, NodeKey other, int otherPort, LinkWidth w, LinkSpeed s) {
        return new FabricLink(new LinkEnd(one, onePort), new LinkEnd(other, otherPort), w, s);
    }
}
