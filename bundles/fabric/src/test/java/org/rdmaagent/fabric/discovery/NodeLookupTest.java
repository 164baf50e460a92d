// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

class NodeLookupTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final DirectedRoute ROUTE = DirectedRoute.of(1, 5);

    private final Topology known =
            topology(
                    node(0x1000, 0, DirectedRoute.LOCAL, 1, 0),
                    node(0x2000, 0, ROUTE, 8, 2),
                    node(0x3000, 0, DirectedRoute.of(1, 6), 20, 0),
                    node(0x3000, 1, DirectedRoute.of(1, 7), 21, 0),
                    node(0x4000, 0, DirectedRoute.of(1, 8), 1, 0));

    @Test
    void a_route_needs_nothing_to_be_known() {
        assertEquals(
                new NodeLookup.Place(ROUTE, Guid.ZERO),
                new NodeLookup(PORT, null).find(NodeAddress.parse("0,1,5")));
    }

    @Test
    void a_node_is_found_by_its_guid_a_ports_guid_and_each_of_its_lids() {
        NodeLookup.Place place = new NodeLookup.Place(ROUTE, new Guid(0x2000));
        for (String address :
                List.of("0x0000000000002000", "0x0000000000002001", "8", "9", "10", "0xb")) {
            assertEquals(place, find(address), address);
        }
    }

    @Test
    void what_was_not_seen_says_what_to_do() {
        for (String address : List.of("0x0000000000009999", "12", "7", "0xbfff")) {
            assertRefused("ENOENT", "discover() the whole subnet first", address, known);
        }
        assertRefused("ENOENT", "there is none; discover()", "8", null);
    }

    @Test
    void what_several_nodes_have_is_refused_with_their_routes() {
        assertRefused("EINVAL", "at 0,1,6", "0x0000000000003000", known);
        assertRefused("EINVAL", "at 0,1,8", "1", known);
    }

    @Test
    void a_result_that_begins_at_another_node_is_refused() {
        NodeLookup lookup = new NodeLookup(PORT, known);
        NodeAddress address = NodeAddress.parse("8");
        NodeLookup.Place place = lookup.find(address);
        Topology there = topology(node(0x2000, 0, ROUTE, 8, 0));
        assertSame(there, lookup.confirm(address, place, there));
        RdmaException moved =
                assertThrows(RdmaException.class, () -> lookup.confirm(address, place, known));
        assertEquals("ESTALE", moved.errno().name());
        assertTrue(moved.remedy().contains("another node is at 0,1,5 now"), moved.remedy());
        NodeAddress route = NodeAddress.parse("0,1,5");
        assertSame(known, lookup.confirm(route, lookup.find(route), known));
    }

    private NodeLookup.Place find(String address) {
        return new NodeLookup(PORT, known).find(NodeAddress.parse(address));
    }

    private static void assertRefused(
            String errno, String text, String address, @Nullable Topology subnet) {
        RdmaException error =
                assertThrows(
                        RdmaException.class,
                        () -> new NodeLookup(PORT, subnet).find(NodeAddress.parse(address)));
        assertEquals(errno, error.errno().name());
        assertTrue(error.remedy().contains(text), error.remedy());
        assertTrue(error.subject().startsWith("mlx4_0/1 from "), error.subject());
    }

    private static Topology topology(FabricNode... nodes) {
        return new Topology(
                "test", nodes[0].key(), 1, List.of(nodes), List.of(), List.of(), List.of(), null);
    }

    private static FabricNode node(long guid, int instance, DirectedRoute route, int lid, int lmc) {
        FabricPort port =
                new FabricPort(
                        1,
                        new Guid(guid + 1),
                        new Lid(lid),
                        lmc,
                        Lid.NONE,
                        PortState.ACTIVE,
                        PortPhysicalState.LINK_UP,
                        null,
                        null,
                        0,
                        0,
                        0);
        return new FabricNode(
                new NodeKey(new Guid(guid), instance),
                NodeType.CA,
                "node",
                1,
                Guid.ZERO,
                new Guid(guid + 1),
                0,
                0,
                0,
                false,
                route,
                List.of(port));
    }
}
