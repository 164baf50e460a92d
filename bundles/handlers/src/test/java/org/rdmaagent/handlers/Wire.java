// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;

/**
 * A simulated device: queue pair {@code here} with a ring, whose queue a handler gets, and queue
 * pair {@code there} without one.
 */
public final class Wire {
    public static final int BUFFERS = 8;
    private static final int BYTES = 64;
    private static final int HEADER = 40;
    private static final int QKEY = 0x4242;
    private static final String DEVICE = "mlx4_0";

    private final SimulatedWorld world =
            SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true));
    private final PdHandle pd =
            world.verbsLibrary().lease("test").open(DEVICE, "ctx").allocPd("pd");
    private final CqHandle farQueue = pd.context().createCq("far", 4 * BUFFERS, null, 0);
    private final CqHandle nearQueue = pd.context().createCq("near", 4 * BUFFERS, null, 0);
    private final MrHandle memory =
            pd.registerMemory("memory", 4096, Set.of(AccessFlag.LOCAL_WRITE));
    private final QpHandle there = pair("there", farQueue);
    private final CompletionPort port;
    public final QpHandle here = pair("here", nearQueue);

    public Wire() {
        int each = BYTES + HEADER;
        MrHandle ring =
                pd.registerMemory("ring", (long) BUFFERS * each, Set.of(AccessFlag.LOCAL_WRITE));
        assertEquals(BUFFERS, here.postReceiveRing(ring, each).buffers());
        PolledQueue queue =
                world.completionPorts().queues().stream()
                        .filter(candidate -> candidate.name().equals("near"))
                        .findFirst()
                        .orElseThrow();
        port = world.completionPorts().open(queue, "test");
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

    private SendTarget to(QpHandle pair) {
        Lid lid = world.verbsLibrary().queryPort(new PortId(DEVICE, 1)).attributes().lid();
        String name = "ah" + pd.context().handles().size();
        return new SendTarget.Datagram(
                pd.createAh(name, AhAttributes.local(lid, 1)), pair.number(), QKEY);
    }

    /** Bytes from there to here, each with this value. */
    public void send(int bytes, int value) {
        for (int i = 0; i < bytes; i++) {
            memory.buffer().put(i, (byte) value);
        }
        SendRequest plain =
                SendRequest.send(
                        1, List.of(new ScatterGather(memory.address(), bytes, memory.lkey())));
        assertEquals(1, there.postSend(List.of(plain.withTarget(to(here)))).count());
        assertEquals(1, farQueue.poll(1).size());
    }

    /** Bytes that somebody sends from here, with his own memory. */
    public void sendFromHere() {
        SendRequest plain =
                SendRequest.send(
                        77, List.of(new ScatterGather(memory.address(), 1, memory.lkey())));
        assertEquals(1, here.postSend(List.of(plain.withTarget(to(there)))).count());
    }

    /** There is room for so many answers. */
    public void listenThere(int many) {
        for (int i = 0; i < many; i++) {
            ScatterGather buffer =
                    new ScatterGather(
                            memory.address() + 1024 + i * 128L, BYTES + HEADER, memory.lkey());
            assertEquals(
                    1, there.postReceive(List.of(new ReceiveRequest(i, List.of(buffer)))).count());
        }
    }

    /** What arrived there: lengths without the header, and the first byte of each. */
    public List<String> heardThere() {
        List<String> heard = new ArrayList<>();
        for (WorkCompletion completion : farQueue.poll(64)) {
            int index = (int) completion.wrId();
            byte first = memory.buffer().get(1024 + index * 128 + HEADER);
            heard.add(completion.details().orElseThrow().byteLen() - HEADER + " x " + first);
        }
        return heard;
    }

    /** Hands out what completed here, as a loop does. */
    public void serve(CompletionHandler handler) {
        while (port.poll(16) > 0) {
            handler.onCompletions(port.batch());
            assertEquals(0, port.remaining());
            port.flush();
        }
    }

    /** Buffers that wait for a message here. */
    public int posted() {
        return port.receivesPosted();
    }

    /** The requests that are outstanding here end with failures. */
    public void fail() {
        here.modify(QpAttributes.ofState(QpState.ERR));
    }
}
