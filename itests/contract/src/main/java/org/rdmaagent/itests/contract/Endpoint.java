// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/**
 * A queue pair with two completion queues and a piece of memory: the first half is sent from, the
 * second received into.
 */
record Endpoint(QpHandle qp, CqHandle sends, CqHandle receives, MrHandle memory) {
    static final int HALF = 128 * 1024;
    static final int DEPTH = 16;
    static final int SEGMENTS = 4;
    static final int INLINE = 64;

    static final QpCapabilities SIZES =
            new QpCapabilities(DEPTH, DEPTH, SEGMENTS, SEGMENTS, INLINE);

    static Endpoint of(Workbench bench, QpType type) {
        CqHandle sends = bench.toldCq(4 * DEPTH);
        CqHandle receives = bench.toldCq(4 * DEPTH);
        QpHandle qp =
                bench.pd()
                        .createQp(
                                bench.name("qp"),
                                new QpInit(type, SIZES, false),
                                sends,
                                receives,
                                null);
        return new Endpoint(qp, sends, receives, bench.memory(2L * HALF));
    }

    QpType type() {
        return qp.init().type();
    }

    QpState state() {
        return qp.query(Set.of(QpAttribute.STATE)).qpState();
    }

    /** All the way from RESET to RTS. */
    void ready(Endpoint peer, AhAttributes way) {
        listen(peer, way);
        qp.modify(Steps.rts(type()).build());
    }

    /** From RESET to RTR. */
    void listen(Endpoint peer, AhAttributes way) {
        qp.modify(Steps.init(type(), way.portNum()).build());
        qp.modify(Steps.rtr(type(), peer.qp.number(), way).build());
    }

    /** Bytes of the half that is sent from. */
    ScatterGather out(int offset, int length) {
        return new ScatterGather(memory.address() + offset, length, memory.lkey());
    }

    /** Bytes of the half that is received into. */
    ScatterGather in(int offset, int length) {
        return new ScatterGather(memory.address() + HALF + offset, length, memory.lkey());
    }

    /** Fills the half that is sent from; what the pattern is does not matter, but it is told. */
    byte[] fill(int offset, int length, int seed) {
        byte[] bytes = pattern(length, seed);
        memory.buffer().put(offset, bytes);
        return bytes;
    }

    static byte[] pattern(int length, int seed) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed + i * 31 + (i >> 8));
        }
        return bytes;
    }

    /** The bytes that were received. */
    byte[] received(int offset, int length) {
        byte[] bytes = new byte[length];
        memory.buffer().get(HALF + offset, bytes);
        return bytes;
    }

    /** A view of the half that is received into, from an offset on. */
    ByteBuffer receivedFrom(int offset) {
        return memory.buffer().position(HALF + offset);
    }

    void receivedIs(byte[] expected, int offset, String what) {
        byte[] got = received(offset, expected.length);
        if (!Arrays.equals(expected, got)) {
            throw Expect.wrong(
                    what
                            + ": the bytes differ from byte "
                            + Arrays.mismatch(expected, got)
                            + " of "
                            + expected.length
                            + " on");
        }
    }

    void receive(long id, ScatterGather... segments) {
        Expect.equal(
                1,
                qp.postReceive(List.of(new ReceiveRequest(id, List.of(segments)))).count(),
                "receives taken");
    }

    void send(SendRequest request) {
        var posted = qp.postSend(List.of(request));
        Expect.equal(1, posted.count(), "sends taken, refusal " + posted.refusal());
    }

    void send(long id, ScatterGather... segments) {
        send(SendRequest.send(id, List.of(segments)));
    }

    /** Any request that is reported. */
    static SendRequest request(
            long id, SendOpcode opcode, int immediate, SendTarget target, ScatterGather... data) {
        return new SendRequest(
                id, opcode, Set.of(SendFlag.SIGNALED), List.of(data), immediate, target);
    }

    /** The peer's memory, from the half on that it receives into. */
    SendTarget.Memory target(int offset) {
        return new SendTarget.Memory(memory.address() + HALF + offset, memory.rkey());
    }
}
