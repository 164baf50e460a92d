// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadReply;

/** SMPs go hop by hop, or nowhere. */
class DirectedRouteTest {
    private final SimulatedWorld world = SmallFabric.world();
    private final Asker asker = new Asker(world);

    @Test
    void noHopIsTheOwnNodeAtTheSessionsPort() {
        NodeInfo here = asker.nodeInfo(DirectedRoute.LOCAL);
        assertEquals(SmallFabric.HERE.guid(), here.nodeGuid());
        assertEquals(1, here.localPort());
        assertEquals(2, here.portCount());
        assertEquals(SmallFabric.HERE.guid().value() + 1, here.portGuid().value());
    }

    @Test
    void theSecondPortAnswersForItself() {
        try (Asker second = new Asker(world, new PortId("mlx4_0", 2))) {
            NodeInfo here = second.nodeInfo(DirectedRoute.LOCAL);
            assertEquals(2, here.localPort());
            assertEquals(SmallFabric.HERE.guid().value() + 2, here.portGuid().value());
            assertTrue(second.timesOut(DirectedRoute.of(2), SmpAttribute.NODE_INFO, 0));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'0,1', 0x0002c90300003000, 1",
        "'0,1,1', 0x0002c90300001000, 1",
        "'0,1,2', 0x0002c90300002000, 1",
        "'0,1,3', 0x0002c90300002000, 2",
        "'0,1,5', 0x0002c90300003000, 6",
        "'0,1,6,5,5', 0x0002c90300003000, 6",
        "'0,1,7', 0x0002c90300004000, 9",
        "'0,1,7,9,7,9,3', 0x0002c90300002000, 2",
    })
    void eachHopTakesACable(String route, String guid, int port) {
        NodeInfo there = asker.nodeInfo(DirectedRoute.parse(route));
        assertEquals(guid, there.nodeGuid().toString());
        assertEquals(port, there.localPort());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0,1,4", // no cable
                "0,1,0", // port 0 of a switch is the switch itself
                "0,1,37", // no such port
                "0,1,255", "0,1,2,1", // a channel adapter in the middle
                "0,1,2,2", "0,1,1,1",
            })
    void whatLeadsNowhereTimesOut(String route) {
        long before = asker.session.nanoTime();
        DirectedRouteSmp question =
                asker.question(DirectedRoute.parse(route), SmpAttribute.NODE_INFO, 0);
        MadReply reply = asker.ask(question.toBytes());
        assertEquals(110, reply.status());
        assertEquals(Asker.TIMEOUT_MILLIS * 1_000_000L, asker.session.nanoTime() - before);
        DirectedRouteSmp back = DirectedRouteSmp.decode(reply.mad());
        assertEquals(DirectedRouteSmp.GET, back.method());
        assertEquals(question.route(), back.route());
    }

    @Test
    void anAnswerCarriesTheRouteTheReturnPathAndTheDirection() {
        MadReply reply = asker.reply(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0);
        DirectedRouteSmp answer = DirectedRouteSmp.decode(reply.mad());
        assertEquals(DirectedRouteSmp.GET_RESPONSE, answer.method());
        assertTrue(answer.returning());
        assertEquals(0, answer.status());
        assertEquals(0, answer.hopPointer());
        assertEquals(SmallFabric.TO_FAR, answer.route());
        assertEquals(1, reply.mad().get(193));
        assertEquals(9, reply.mad().get(194));
    }

    @Test
    void sixtyThreeHopsAreWalked() {
        int[] hops = new int[63];
        hops[0] = 1;
        for (int hop = 1; hop < hops.length; hop++) {
            hops[hop] = 5;
        }
        assertEquals(6, asker.nodeInfo(DirectedRoute.of(hops)).localPort());
    }

    @Test
    void whatTheKernelRefusesIsInvalid() {
        ByteBuffer otherPort =
                asker.question(DirectedRoute.of(2), SmpAttribute.NODE_INFO, 0).toBytes();
        ByteBuffer tooLong =
                asker.question(DirectedRoute.of(1), SmpAttribute.NODE_INFO, 0).toBytes();
        tooLong.put(7, (byte) 64);
        ByteBuffer underWay =
                asker.question(DirectedRoute.of(1), SmpAttribute.NODE_INFO, 0).toBytes();
        underWay.put(6, (byte) 1);
        for (ByteBuffer bad : new ByteBuffer[] {otherPort, tooLong, underWay}) {
            RdmaException refusal = assertThrows(RdmaException.class, () -> asker.ask(bad));
            assertEquals("EINVAL", refusal.errno().name());
            assertEquals("umad_send", refusal.call());
        }
    }

    @Test
    void aPulledCableEndsBothDirectionsAndShowsAtBothPorts() {
        world.faults().linkDown(new LinkEnd(SmallFabric.FAR, 9));
        assertTrue(asker.timesOut(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0));
        assertEquals(1, asker.portInfo(SmallFabric.TO_NEAR, 7).portState());
        assertEquals(2, asker.portInfo(SmallFabric.TO_NEAR, 7).portPhysicalState());
        world.faults().linkUp(new LinkEnd(SmallFabric.NEAR, 7));
        assertEquals(SmallFabric.FAR.guid(), asker.nodeInfo(SmallFabric.TO_FAR).nodeGuid());
        world.faults().linkDown(new LinkEnd(SmallFabric.HERE, 1));
        assertTrue(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0));
        assertEquals(1, asker.portInfo(DirectedRoute.LOCAL, 1).portState());
        world.faults().clear();
        assertEquals(4, asker.portInfo(DirectedRoute.LOCAL, 1).portState());
    }
}
