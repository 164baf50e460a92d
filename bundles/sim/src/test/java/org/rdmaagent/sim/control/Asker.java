// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.nio.ByteBuffer;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** Asks one question at a time over a session of its own. */
final class Asker implements AutoCloseable {
    static final int TIMEOUT_MILLIS = 100;
    private static final long LONG_ENOUGH_NANOS = 10_000_000_000L;

    final MadSession session;
    final int agent;
    private int transaction;

    Asker(SimulatedWorld world) {
        this(world, new PortId("mlx4_0", 1));
    }

    Asker(SimulatedWorld world, PortId port) {
        session = world.madTransport().open(port);
        agent = session.register(MadClass.SUBN_DIRECTED_ROUTE);
    }

    MadReply ask(ByteBuffer mad) {
        session.send(agent, MadAddress.DIRECTED, mad, TIMEOUT_MILLIS);
        MadReply reply = session.receive(LONG_ENOUGH_NANOS);
        if (reply == null) {
            throw new AssertionError("neither an answer nor a time-out");
        }
        return reply;
    }

    DirectedRouteSmp question(DirectedRoute route, SmpAttribute attribute, int modifier) {
        return DirectedRouteSmp.get(route, attribute, modifier, ++transaction, 0);
    }

    MadReply reply(DirectedRoute route, SmpAttribute attribute, int modifier) {
        return ask(question(route, attribute, modifier).toBytes());
    }

    boolean timesOut(DirectedRoute route, SmpAttribute attribute, int modifier) {
        return reply(route, attribute, modifier).status() == 110;
    }

    DirectedRouteSmp answer(DirectedRoute route, SmpAttribute attribute, int modifier) {
        MadReply reply = reply(route, attribute, modifier);
        if (reply.status() != 0) {
            throw new AssertionError("no answer from " + route + ": errno " + reply.status());
        }
        return DirectedRouteSmp.decode(reply.mad());
    }

    NodeInfo nodeInfo(DirectedRoute route) {
        return NodeInfo.decode(answer(route, SmpAttribute.NODE_INFO, 0).data());
    }

    PortInfo portInfo(DirectedRoute route, int port) {
        return PortInfo.decode(answer(route, SmpAttribute.PORT_INFO, port).data());
    }

    @Override
    public void close() {
        session.close();
    }
}
