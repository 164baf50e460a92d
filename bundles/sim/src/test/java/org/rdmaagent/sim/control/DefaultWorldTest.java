// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortAttributes;

/** The built-in world has what its documentation promises. */
class DefaultWorldTest {
    private final SimulatedWorld world = SimulatedWorld.defaultWorld(SmallFabric.settings());

    private long counter(String device, int port, String file) throws IOException {
        String path = "/sys/class/infiniband/" + device + "/ports/" + port + "/" + file;
        return Long.parseLong(world.operatingSystem().readText(path).strip());
    }

    @Test
    void thereAreTwelveSwitchesAndSixtyFourHosts() {
        assertEquals(12, world.topology().count(NodeType.SWITCH));
        assertEquals(64, world.topology().count(NodeType.CA));
        assertEquals(8 * 4 * 2 + 65, world.topology().links().size());
        assertEquals(List.of("mlx4_0", "rxe0"), world.verbsLibrary().deviceNames());
    }

    @Test
    void exactlyOneLinkIsDegraded() {
        List<FabricLink> slow =
                world.topology().links().stream()
                        .filter(link -> link.width() != LinkWidth.W4X)
                        .toList();
        assertEquals(1, slow.size());
        FabricLink link = slow.get(0);
        assertEquals("leaf3", description(link.first(), link.second(), "leaf"));
        assertEquals("spine2", description(link.first(), link.second(), "spine"));
        assertEquals(LinkSpeed.HDR, link.speed());
    }

    private String description(LinkEnd one, LinkEnd two, String kind) {
        return world.topology().nodes().stream()
                .filter(node -> node.key().equals(one.node()) || node.key().equals(two.node()))
                .map(FabricNode::description)
                .filter(text -> text.startsWith(kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theHostsTwoPortsAreOnLeafOneAndLeafTwo() {
        for (int port = 1; port <= 2; port++) {
            try (Asker asker = new Asker(world, new PortId("mlx4_0", port))) {
                byte[] data =
                        asker.answer(DirectedRoute.of(port), SmpAttribute.NODE_DESCRIPTION, 0)
                                .data();
                assertEquals("leaf" + port, NodeDescription.decode(data).text());
            }
        }
    }

    @Test
    void verbsAndFabricTellTheSame() {
        for (int number = 1; number <= 2; number++) {
            Port port = world.verbsLibrary().queryPort(new PortId("mlx4_0", number));
            try (Asker asker = new Asker(world, port.id())) {
                NodeInfo node = asker.nodeInfo(DirectedRoute.LOCAL);
                PortInfo info = asker.portInfo(DirectedRoute.LOCAL, number);
                PortAttributes told = port.attributes();
                assertEquals(PortState.ACTIVE, told.state());
                assertEquals(info.lid(), told.lid().value());
                assertEquals(info.smLid(), told.smLid().value());
                assertEquals(info.linkWidthActive(), told.activeWidth());
                assertEquals(LinkSpeed.FDR.code(), told.activeSpeed());
                assertEquals(node.portGuid().value(), port.gids().get(0).gid().interfaceId());
                assertEquals(
                        node.nodeGuid(),
                        world.verbsLibrary().queryDevice("mlx4_0").attributes().nodeGuid());
            }
        }
    }

    @Test
    void countersMoveOnBothDevices() throws IOException {
        long words = counter("mlx4_0", 1, "counters/port_xmit_data");
        long packets = counter("mlx4_0", 1, "counters/port_rcv_packets");
        long symbols = counter("mlx4_0", 2, "counters/symbol_error");
        long frames = counter("rxe0", 1, "hw_counters/sent_pkts");
        world.advance(Duration.ofSeconds(60));
        long bytesPerSecond = (counter("mlx4_0", 1, "counters/port_xmit_data") - words) * 4 / 60;
        assertTrue(bytesPerSecond > 100_000_000 && bytesPerSecond < 7_000_000_000L);
        assertTrue(counter("mlx4_0", 1, "counters/port_rcv_packets") > packets);
        long more = counter("mlx4_0", 2, "counters/symbol_error") - symbols;
        assertTrue(more >= 29 && more <= 31, () -> "half an error a second: " + more);
        assertTrue(counter("rxe0", 1, "hw_counters/sent_pkts") > frames);
    }

    @Test
    void aHealthyPortHasNoSymbolErrorsAndABadOneASaturatedCounter() throws IOException {
        assertEquals(0, counter("mlx4_0", 1, "counters/symbol_error"));
        assertEquals(65_535, counter("mlx4_0", 2, "counters/port_rcv_errors"));
        world.advance(Duration.ofDays(30));
        assertEquals(65_535, counter("mlx4_0", 2, "counters/symbol_error"));
    }
}
