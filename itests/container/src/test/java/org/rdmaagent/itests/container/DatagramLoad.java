// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.AhAttributes;
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
 * Sends numbered datagrams to a queue pair, on a thread of its own, as another host would: over the
 * provider's port, so that replacing the bundles under test does not touch it. It never has more on
 * its way than the other end has buffers, since a datagram without one is lost for good.
 */
final class DatagramLoad {
    private static final int BUFFERS = 32;
    private static final int BYTES = 64;
    private static final int QKEY = 0x1111_1111;
    private static final long PAUSE_NANOS = 50_000;

    private final VerbsLease lease;
    private final CqHandle completions;
    private final QpHandle pair;
    private final MrHandle memory;
    private final SendTarget.Datagram target;
    private final int window;
    private final LongSupplier received;
    private final Thread thread = new Thread(this::run, "datagram-load");
    private volatile boolean enough;
    private volatile long sent;
    private volatile String failure = "";

    /**
     * Begins at once.
     *
     * @param to a queue pair on the port 1 of the same device
     * @param window how many may be on their way
     * @param received how many have arrived
     */
    DatagramLoad(
            VerbsLibrary library,
            String device,
            Lid lid,
            QpNumber to,
            int window,
            LongSupplier received) {
        this.lease = library.lease("datagram-load");
        this.window = window;
        this.received = received;
        ContextHandle context = lease.open(device, "load");
        PdHandle pd = context.allocPd("load");
        completions = context.createCq("load", 2 * BUFFERS, null, 0);
        memory = pd.registerMemory("load", BUFFERS * BYTES, Set.of(AccessFlag.LOCAL_WRITE));
        pair = pd.createQp("load", plan(), completions, completions, null);
        ready();
        AddressHandle way = pd.createAh("load", AhAttributes.local(lid, 1));
        target = new SendTarget.Datagram(way, to, QKEY);
        thread.start();
    }

    private static QpInit plan() {
        return new QpInit(QpType.UD, new QpCapabilities(BUFFERS, 1, 1, 1, 0), true);
    }

    private void ready() {
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

    /** How many were sent. */
    long sent() {
        return sent;
    }

    /** Sends no more; what is on its way stays so. */
    void end() throws InterruptedException {
        enough = true;
        thread.join();
        assertEquals("the sender met", "", failure);
    }

    private void run() {
        try {
            long completed = 0;
            while (!enough) {
                int done = completions.poll(BUFFERS).size();
                completed += done;
                boolean room = sent - completed < BUFFERS && sent - received.getAsLong() < window;
                if (room) {
                    long number = sent;
                    send(number);
                    sent = number + 1;
                } else if (done == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } catch (RuntimeException e) {
            failure = e.toString();
        }
    }

    private void send(long number) {
        int at = (int) (number % BUFFERS) * BYTES;
        memory.buffer().putLong(at, number);
        ScatterGather segment = new ScatterGather(memory.address() + at, BYTES, memory.lkey());
        int posted =
                pair.postSend(List.of(SendRequest.datagram(number, List.of(segment), target)))
                        .count();
        if (posted != 1) {
            throw new IllegalStateException("not posted: " + number);
        }
    }

    /** Ends at once and gives its objects back. */
    void close() throws InterruptedException {
        enough = true;
        thread.join();
        lease.close();
    }
}
