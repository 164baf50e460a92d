// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.MadFormatException;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/**
 * Sends questions with a window, a timer and repeats for each. It has a timer of its own, since not
 * every transport has one; a transport that gives up first counts as that timer.
 *
 * <p>Each attempt has a transaction id of its own: the kernel refuses a second request with an id
 * that it still waits for. Used by one thread.
 */
final class SmpExchange {
    private static final int ETIMEDOUT = 110;

    private record Attempt(SmpRequest request, int transactionId, long deadline) {}

    private final MadSession session;
    private final SweepSettings settings;
    private final SmpAnswers answers;
    private final int agent;
    private final long timeoutNanos;
    private final ArrayDeque<SmpRequest> queue = new ArrayDeque<>();
    private final Map<Integer, SmpRequest> byTransactionId = new HashMap<>();

    /** All wait equally long, so the order of sending is the order of the deadlines. */
    private final ArrayDeque<Attempt> attempts = new ArrayDeque<>();

    /** For every packet: the transport is done with it when it has taken it. */
    private final ByteBuffer packet = ByteBuffer.allocate(DirectedRouteSmp.SIZE);

    private int lastTransactionId;
    private int onWire;
    private int maxOnWire;
    private long sent;
    private long retries;
    private long timeouts;
    private long ignored;

    SmpExchange(MadSession session, SweepSettings settings, SmpAnswers answers) {
        this.session = session;
        this.settings = settings;
        this.answers = answers;
        this.agent = session.register(MadClass.SUBN_DIRECTED_ROUTE);
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.timeoutMillis());
    }

    void ask(SmpRequest request) {
        queue.add(request);
    }

    /** Nothing is queued and nothing is on the wire. */
    boolean idle() {
        return queue.isEmpty() && onWire == 0;
    }

    /** Sends what the window allows, then waits for one answer or one deadline. */
    void work(long maxWaitNanos) {
        fillWindow();
        Attempt next = nextDeadline();
        if (next == null) {
            return;
        }
        long untilDeadline = Math.max(0, next.deadline - session.nanoTime());
        MadReply reply = session.receive(Math.min(maxWaitNanos, untilDeadline));
        if (reply != null) {
            take(reply);
        }
        expire();
    }

    long sent() {
        return sent;
    }

    long retries() {
        return retries;
    }

    long timeouts() {
        return timeouts;
    }

    int maxOnWire() {
        return maxOnWire;
    }

    /** Packets that came in and answered nothing that is still asked. */
    long ignored() {
        return ignored;
    }

    private void fillWindow() {
        while (onWire < settings.maxSmpsOnWire()) {
            SmpRequest request = queue.poll();
            if (request == null) {
                return;
            }
            if (answers.wanted(request)) {
                onWire++;
                maxOnWire = Math.max(maxOnWire, onWire);
                transmit(request);
            }
        }
    }

    private void transmit(SmpRequest request) {
        int transactionId = ++lastTransactionId;
        request.transactionIds = Arrays.copyOf(request.transactionIds, request.attempts + 1);
        request.transactionIds[request.attempts++] = transactionId;
        byTransactionId.put(transactionId, request);
        DirectedRouteSmp smp =
                DirectedRouteSmp.get(
                        request.route,
                        request.attribute,
                        request.modifier(),
                        Integer.toUnsignedLong(transactionId),
                        0);
        smp.encode(packet.clear());
        session.send(agent, MadAddress.DIRECTED, packet.flip(), settings.timeoutMillis());
        sent++;
        attempts.add(new Attempt(request, transactionId, session.nanoTime() + timeoutNanos));
    }

    private void take(MadReply reply) {
        int transactionId =
                reply.mad().remaining() < 16
                        ? 0
                        : (int) reply.mad().getLong(reply.mad().position() + 8);
        SmpRequest request = byTransactionId.get(transactionId);
        if (reply.agent() != agent || request == null) {
            ignored++;
        } else if (reply.status() != 0) {
            // An earlier attempt may still be timed by the driver; only the last one counts.
            if (request.currentTransactionId() == transactionId) {
                request.lastStatus =
                        Math.abs(reply.status()) == ETIMEDOUT
                                ? ""
                                : Errno.of(reply.status()).name() + " from the driver";
                repeat(request);
            }
        } else {
            takeAnswer(request, reply);
        }
    }

    private void takeAnswer(SmpRequest request, MadReply reply) {
        DirectedRouteSmp smp;
        try {
            smp = DirectedRouteSmp.decode(reply.mad());
        } catch (MadFormatException e) {
            ignored++;
            return;
        }
        if (smp.method() != DirectedRouteSmp.GET_RESPONSE
                || smp.attributeId() != request.attribute.code()) {
            ignored++;
        } else if (SmpStatus.busy(smp.status())) {
            // The timer runs on: asking again at once would only meet the same crowd.
            request.lastStatus = SmpStatus.text(smp.status());
        } else if (smp.status() != 0) {
            finish(request);
            answers.failed(request, true, SmpStatus.text(smp.status()));
        } else {
            finish(request);
            handOver(request, smp.data());
        }
    }

    private void handOver(SmpRequest request, byte[] data) {
        try {
            answers.answered(request, data);
        } catch (IllegalArgumentException e) {
            answers.failed(request, true, "malformed answer: " + e.getMessage());
        }
    }

    private void expire() {
        for (Attempt next = nextDeadline(); next != null; next = nextDeadline()) {
            if (next.deadline - session.nanoTime() > 0) {
                return;
            }
            attempts.remove();
            repeat(next.request);
        }
    }

    /** The first attempt that still waits; those that are over are dropped on the way. */
    private @Nullable Attempt nextDeadline() {
        for (Attempt next = attempts.peek(); next != null; next = attempts.peek()) {
            SmpRequest request = next.request;
            if (!request.finished && request.currentTransactionId() == next.transactionId) {
                return next;
            }
            attempts.remove();
        }
        return null;
    }

    private void repeat(SmpRequest request) {
        if (!answers.wanted(request)) {
            finish(request);
        } else if (request.attempts <= settings.retries()) {
            retries++;
            transmit(request);
        } else {
            finish(request);
            timeouts++;
            boolean silent = request.lastStatus.isEmpty();
            answers.failed(request, !silent, silent ? "timeout" : request.lastStatus);
        }
    }

    private void finish(SmpRequest request) {
        request.finished = true;
        onWire--;
        for (int transactionId : request.transactionIds) {
            byTransactionId.remove(transactionId);
        }
    }
}
