// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/**
 * A datagram queue pair that sends one message at a time, with a completion queue of few entries.
 */
final class Talker implements AutoCloseable {
    static final int QKEY = 0x4242;

    /** Of the sends, as the ports list it. */
    static final String QUEUE = "talks";

    private static final int LONGEST = 8192;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final VerbsLease lease;
    private final ContextHandle context;
    private final CqHandle queue;
    private final QpHandle pair;
    private final MrHandle memory;
    private final PdHandle domain;

    /** Ready to send. */
    Talker(VerbsLibrary library, String device) {
        lease = library.lease("talker");
        context = lease.open(device, "talker");
        domain = context.allocPd("talker");
        memory = domain.registerMemory("talker", LONGEST, Set.of());
        queue = context.createCq(QUEUE, 4, null, 0);
        CqHandle unused = context.createCq("hears", 4, null, 0);
        QpCapabilities sizes = new QpCapabilities(1, 1, 1, 1, 0);
        pair = domain.createQp("talker", new QpInit(QpType.UD, sizes, true), queue, unused, null);
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(1)
                        .qkey(QKEY)
                        .build());
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
    }

    /** Where a queue pair of a device is reached, by the IPv4 address of its interface. */
    SendTarget.Datagram target(VerbsLibrary library, String device, QpNumber number) {
        Gid gid =
                library.queryPort(new PortId(device, 1)).gids().stream()
                        .filter(entry -> entry.index() == RxeRig.IPV4_ROW)
                        .map(GidEntry::gid)
                        .findFirst()
                        .orElseThrow();
        GlobalRoute route = new GlobalRoute(gid, 0, RxeRig.IPV4_ROW, 64, 0);
        return new SendTarget.Datagram(
                domain.createAh("to " + device, AhAttributes.global(route, Lid.NONE, 1)),
                number,
                QKEY);
    }

    ContextHandle context() {
        return context;
    }

    CqHandle queue() {
        return queue;
    }

    QpNumber number() {
        return pair.number();
    }

    /** How many sends its send queue has room for. */
    int places() {
        return pair.init().capabilities().maxSendWr();
    }

    /** Posts a message as soon as there is room for it; whether it was sent is for the queue. */
    void post(SendTarget.Datagram to, int bytes) {
        ScatterGather segment = new ScatterGather(memory.address(), bytes, memory.lkey());
        List<SendRequest> request = List.of(SendRequest.datagram(bytes, List.of(segment), to));
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (pair.postSend(request).count() == 0) {
            if (System.nanoTime() > end) {
                throw new AssertionError("there is no room for another message");
            }
            Thread.onSpinWait();
        }
    }

    /** Sends a message. */
    void send(SendTarget.Datagram to, int bytes) {
        post(to, bytes);
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (queue.poll(1).isEmpty()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("a message is not on its way");
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        lease.close();
    }
}
