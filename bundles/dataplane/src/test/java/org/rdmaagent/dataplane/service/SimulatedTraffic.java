// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** Two datagram queue pairs of a simulated device; what one sends, the ring of the other takes. */
final class SimulatedTraffic {
    static final int BUFFERS = 64;
    static final int BYTES = 8;

    private static final String DEVICE = "mlx4_0";
    private static final int QKEY = 0x4242;

    final SimulatedWorld world;
    final CompletionPorts ports;
    final ContextHandle context;
    private final PdHandle pd;
    private final MrHandle outgoing;
    private final CqHandle sends;
    private final QpHandle sender;
    private final SendTarget.Datagram target;
    final CqHandle feed;
    final QpHandle receiver;
    private long sequence;

    /** The queue {@code ctx:feed} has a channel, and a ring posts to it. */
    SimulatedTraffic() {
        this(true);
    }

    /** With a virtual clock, on which sleeping takes no time, or a real one. */
    SimulatedTraffic(boolean virtualClock) {
        this(
                SimulatedWorld.defaultWorld(
                        SimulationSettings.defaults().virtualClock(virtualClock).latencyNanos(0)));
    }

    private SimulatedTraffic(SimulatedWorld world) {
        this.world = world;
        ports = world.completionPorts();
        VerbsLease lease = world.verbsLibrary().lease("test");
        context = lease.open(DEVICE, "ctx");
        pd = context.allocPd("pd");
        outgoing = pd.registerMemory("out", BYTES, Set.of());
        sends = context.createCq("sends", BUFFERS, null, 0);
        sender = pair("sender", sends);
        feed = context.createCq("feed", 2 * BUFFERS, context.createChannel("channel"), 0);
        receiver = pair("receiver", feed);
        int each = BYTES + 40;
        MrHandle ring =
                pd.registerMemory("ring", (long) BUFFERS * each, Set.of(AccessFlag.LOCAL_WRITE));
        assertEquals(BUFFERS, receiver.postReceiveRing(ring, each).buffers());
        target =
                new SendTarget.Datagram(
                        pd.createAh("ah", AhAttributes.local(lid(), 1)), receiver.number(), QKEY);
    }

    private Lid lid() {
        return world.verbsLibrary().queryPort(new PortId(DEVICE, 1)).attributes().lid();
    }

    private QpHandle pair(String name, CqHandle queue) {
        QpCapabilities sizes = new QpCapabilities(BUFFERS, BUFFERS, 1, 1, 0);
        QpHandle pair = pd.createQp(name, new QpInit(QpType.UD, sizes, true), queue, queue, null);
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(1)
                        .qkey(QKEY)
                        .build());
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
        return pair;
    }

    PolledQueue queue() {
        return ports.queues().stream()
                .filter(queue -> queue.name().equals("feed"))
                .findFirst()
                .orElseThrow();
    }

    /** Sends consecutive numbers, and waits until they are on their way. */
    void send(int many) {
        for (int i = 0; i < many; i++) {
            outgoing.buffer().putLong(0, sequence);
            sequence++;
            SendRequest request =
                    SendRequest.datagram(
                            sequence,
                            List.of(new ScatterGather(outgoing.address(), BYTES, outgoing.lkey())),
                            target);
            assertEquals(1, sender.postSend(List.of(request)).count());
            while (sends.poll(1).isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    long sent() {
        return sequence;
    }

    /** All is closed with its context, and made anew by the same names in another one. */
    SimulatedTraffic reopened() {
        context.handles().forEach(VerbsHandle::close);
        context.close();
        return new SimulatedTraffic(world);
    }

    /** Takes the receiving pair and its queue away. */
    void closeFeed() {
        receiver.close();
        feed.close();
    }
}
