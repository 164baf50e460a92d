// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.netdisc;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/**
 * Keeps so many questions on the wire, first come, first served. The kernel repeats a question that
 * gets no answer; here that is done in its place. For one thread.
 */
final class SmpWindow {
    /** What the library takes where the request says 0 (set_config). */
    private static final int DEFAULT_RETRIES = 3;

    private static final int ETIMEDOUT = 110;

    /**
     * A question.
     *
     * @param answered gets the 64 bytes of the attribute
     * @param failed told when there is no answer, or one with a status
     */
    record Smp(
            DirectedRoute route,
            SmpAttribute attribute,
            int modifier,
            Consumer<byte[]> answered,
            Runnable failed) {}

    private record OnWire(Smp smp, int repeats) {}

    private final MadSession session;
    private final FabricScanRequest request;
    private final LibraryLines lines;
    private final int agent;
    private final int retries;
    private final ArrayDeque<Smp> waiting = new ArrayDeque<>();
    private final Map<Integer, OnWire> onWire = new HashMap<>();
    private int transaction;
    private long sent;

    SmpWindow(MadSession session, FabricScanRequest request, LibraryLines lines) {
        this.session = session;
        this.request = request;
        this.lines = lines;
        this.agent = session.register(MadClass.SUBN_DIRECTED_ROUTE);
        this.retries = request.retries() == 0 ? DEFAULT_RETRIES : request.retries();
    }

    /** How many questions were put, repeats not counted. */
    long sent() {
        return sent;
    }

    /** Puts a question as soon as there is room. */
    void ask(Smp smp) {
        lines.asks(smp.route(), smp.attribute(), smp.modifier());
        waiting.add(smp);
        fill();
    }

    private void fill() {
        while (onWire.size() < request.maxSmps() && !waiting.isEmpty()) {
            Smp smp = waiting.remove();
            transaction++;
            send(transaction, smp);
            onWire.put(transaction, new OnWire(smp, 0));
            sent++;
        }
    }

    private void send(int id, Smp smp) {
        DirectedRouteSmp question =
                DirectedRouteSmp.get(
                        smp.route(), smp.attribute(), smp.modifier(), id, request.mKey());
        session.send(agent, MadAddress.DIRECTED, question.toBytes(), request.timeoutMillis());
    }

    /**
     * Hands out answers until nothing is on the wire.
     *
     * @param deadline on the session's clock
     * @throws RdmaException ETIMEDOUT at the deadline
     */
    void drain(long deadline) {
        while (!onWire.isEmpty()) {
            long left = deadline - session.nanoTime();
            MadReply reply = left <= 0 ? null : session.receive(left);
            if (reply == null) {
                throw new RdmaException(
                        "ibnd_discover_fabric",
                        Errno.of(ETIMEDOUT),
                        request.port().toString(),
                        "the scan was given up at its deadline of "
                                + request.deadline().toMillis()
                                + " ms; allow it more time, a shorter time-out or fewer retries");
            }
            received(reply);
        }
    }

    private void received(MadReply reply) {
        DirectedRouteSmp answer = DirectedRouteSmp.decode(reply.mad());
        int id = (int) answer.transactionId();
        OnWire found = onWire.remove(id);
        if (found == null) {
            return;
        }
        if (reply.status() == ETIMEDOUT && found.repeats() < retries) {
            onWire.put(id, new OnWire(found.smp(), found.repeats() + 1));
            send(id, found.smp());
            return;
        }
        fill();
        Smp smp = found.smp();
        if (reply.status() != 0) {
            lines.noAnswer(smp.route(), smp.attribute(), smp.modifier(), reply.status());
            smp.failed().run();
        } else if (answer.status() != 0) {
            lines.badAnswer(smp.route(), smp.attribute(), smp.modifier(), answer.status());
            smp.failed().run();
        } else {
            smp.answered().accept(answer.data());
        }
    }
}
