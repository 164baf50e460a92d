// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.nio.ByteBuffer;
import java.util.List;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** Queue pairs with receive rings, and messages for them. */
final class Rings {
    /** Room for a message in a buffer, beside the network header. */
    static final int ROOM = 128;

    static final int BUFFERS = 8;

    private Rings() {}

    /** The size of a buffer. */
    static int each(QpType type) {
        return ROOM + (type == QpType.UD ? NetworkHeader.BYTES : 0);
    }

    /** A queue pair in RESET of which both completion queues are one, without a channel. */
    static Endpoint single(Workbench bench, QpType type, int depth, int entries) {
        CqHandle cq = bench.cq(entries);
        QpCapabilities sizes = new QpCapabilities(depth, depth, 1, 1, 0);
        return new Endpoint(
                bench.pd().createQp(bench.name("qp"), new QpInit(type, sizes, false), cq, cq, null),
                cq,
                cq,
                bench.memory(2L * Endpoint.HALF));
    }

    /** A connected queue pair in RESET with these completion queues. */
    static Endpoint on(Workbench bench, CqHandle sends, CqHandle receives) {
        QpInit init = new QpInit(QpType.RC, new QpCapabilities(8, 8, 1, 1, 0), false);
        return new Endpoint(
                bench.pd().createQp(bench.name("qp"), init, sends, receives, null),
                sends,
                receives,
                bench.memory(2L * Endpoint.HALF));
    }

    static void connect(Workbench bench, Endpoint first, Endpoint second) {
        first.ready(second, bench.way());
        second.ready(first, bench.way());
    }

    /** A connected pair; the second one has a ring. */
    static Endpoint[] pair(Workbench bench, QpType type) {
        Endpoint[] pair = bench.pair(type);
        ring(bench, pair[1], BUFFERS);
        return pair;
    }

    /** Makes a ring of so many buffers. */
    static MrHandle ring(Workbench bench, Endpoint end, int buffers) {
        MrHandle memory = bench.memory((long) buffers * each(end.type()));
        Expect.equal(
                buffers,
                end.qp().postReceiveRing(memory, each(end.type())).buffers(),
                "buffers of the ring");
        return memory;
    }

    /** Sends a text to the other end, and waits until it is gone. */
    static void say(Workbench bench, Endpoint from, Endpoint to, int seed, int length) {
        from.fill(0, length, seed);
        from.send(message(bench, from, to, seed, length));
        Expect.that(bench.await(from.sends()).succeeded(), "sent");
    }

    /** A message of the bytes that are filled in at the front. */
    static SendRequest message(Workbench bench, Endpoint from, Endpoint to, long id, int length) {
        SendRequest plain = SendRequest.send(id, List.of(from.out(0, length)));
        return from.type() == QpType.UD ? plain.withTarget(datagram(bench, to)) : plain;
    }

    static SendTarget.Datagram datagram(Workbench bench, Endpoint to) {
        return new SendTarget.Datagram(
                bench.pd().createAh(bench.name("ah"), bench.way()),
                to.qp().number(),
                Steps.QKEY_VALUE);
    }

    /** The payload of the current completion is what {@link #say} sent. */
    static void heard(CompletionBatch batch, int seed, int length) {
        Expect.that(batch.hasPayload(), "it has a payload");
        ByteBuffer payload = batch.payload();
        Expect.equal(length, payload.remaining(), "bytes of the payload");
        byte[] got = new byte[length];
        payload.duplicate().get(got);
        Expect.equal(
                ByteBuffer.wrap(Endpoint.pattern(length, seed)),
                ByteBuffer.wrap(got),
                "the payload");
    }

    /** The cursor's call is refused. */
    static void refuses(Runnable call, String what) {
        try {
            call.run();
        } catch (IllegalStateException e) {
            Expect.that(e.getMessage() != null && !e.getMessage().isBlank(), what + ": no reason");
            return;
        }
        throw Expect.wrong(what + ": expected an IllegalStateException, but it was done");
    }
}
