// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
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
    private final SmpBacklog backlog = new SmpBacklog();
    private final SmpWindow window;
    private final SmpTransactions transactions = new SmpTransactions();

    /** All wait equally long, so the order of sending is the order of the deadlines. */
    private final ArrayDeque<Attempt> attempts = new ArrayDeque<>();

    /** For every packet: the transport is done with it when it has taken it. */
    private final ByteBuffer packet = ByteBuffer.allocate(DirectedRouteSmp.SIZE);

    /** Whether the last packet was an answer, so that more may be here. */
    private boolean answering;

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
        this.window = new SmpWindow(settings.maxSmpsOnWire());
    }

    void ask(SmpRequest request) {
        backlog.add(request);
    }

    /** Two neighbours were found whose turns in asking across links are the same. */
    void oddRing() {
        backlog.oddRing();
    }

    /** Nothing waits and nothing is on the wire. */
    boolean idle() {
        return backlog.isEmpty() && onWire == 0;
    }

    /**
     * Sends what the window allows, then waits for one answer or one deadline. While answers are
     * here, half of the window goes at a time: who answers is woken for many questions at once.
     */
    void work(long maxWaitNanos) {
        MadReply here = answering && onWire > window.size() / 2 ? session.receive(0) : null;
        MadReply reply = here == null ? sendAndWait(maxWaitNanos) : here;
        answering = false;
        long now = session.nanoTime();
        if (reply != null) {
            take(reply, now);
        }
        expire(now);
    }

    private @Nullable MadReply sendAndWait(long maxWaitNanos) {
        long now = session.nanoTime();
        fillWindow(now);
        Attempt next = nextDeadline();
        if (next == null) {
            return null;
        }
        long wait = Math.min(maxWaitNanos, Math.max(0, next.deadline - now));
        if (onWire < window.size()) {
            wait = Math.min(wait, backlog.heldNanos(now, window.lateNanos()));
        }
        return session.receive(wait);
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

    private void fillWindow(long now) {
        while (onWire < window.size()) {
            SmpRequest request = backlog.next(window.size(), now, window.lateNanos());
            if (request == null) {
                return;
            }
            if (request.finished) {
                continue; // An earlier attempt was answered while it waited to be repeated.
            }
            if (answers.wanted(request)) {
                transmit(request, now);
            } else {
                forget(request);
            }
        }
    }

    private void transmit(SmpRequest request, long now) {
        int transactionId = ++lastTransactionId;
        request.transactionIds = Arrays.copyOf(request.transactionIds, request.attempts + 1);
        request.transactionIds[request.attempts++] = transactionId;
        transactions.put(transactionId, request);
        DirectedRouteSmp smp =
                DirectedRouteSmp.get(
                        request.route,
                        request.attribute,
                        request.modifier(),
                        Integer.toUnsignedLong(transactionId),
                        settings.mKey());
        smp.encode(packet.clear());
        session.send(agent, MadAddress.DIRECTED, packet.flip(), settings.timeoutMillis());
        sent++;
        retries += request.attempts > 1 ? 1 : 0;
        maxOnWire = Math.max(maxOnWire, ++onWire);
        request.onWire = true;
        request.sentAt = now;
        backlog.sent(request);
        attempts.add(new Attempt(request, transactionId, now + timeoutNanos));
    }

    private void take(MadReply reply, long now) {
        int transactionId =
                reply.mad().remaining() < 16
                        ? 0
                        : (int) reply.mad().getLong(reply.mad().position() + 8);
        SmpRequest request = transactions.get(transactionId);
        if (reply.agent() != agent || request == null) {
            ignored++;
        } else if (reply.status() != 0) {
            // An earlier attempt may still be timed by the driver; only the last one counts.
            if (request.awaits(transactionId)) {
                request.lastStatus =
                        Math.abs(reply.status()) == ETIMEDOUT
                                ? ""
                                : Errno.of(reply.status()).name() + " from the driver";
                timedOut(request, now);
            }
        } else {
            takeAnswer(request, transactionId, reply, now);
        }
    }

    private void takeAnswer(SmpRequest request, int transactionId, MadReply reply, long now) {
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
            return;
        }
        answering = true;
        measure(request, transactionId, now);
        if (SmpStatus.busy(smp.status())) {
            // The timer runs on: asking again at once would only meet the same crowd.
            request.lastStatus = SmpStatus.text(smp.status());
            return;
        }
        finish(request);
        if (smp.status() != 0) {
            answers.failed(request, true, SmpStatus.text(smp.status()));
        } else {
            handOver(request, smp.data());
        }
    }

    /** Which of several attempts is answered is certain only by the transaction id. */
    private void measure(SmpRequest request, int transactionId, long now) {
        if (!request.awaits(transactionId)) {
            return;
        }
        long nanos = now - request.sentAt;
        boolean late = nanos > window.lateNanos();
        window.answered(nanos);
        if (request.node != null && late) {
            request.node.target.late();
        } else if (request.node != null) {
            request.node.target.prompt();
        }
    }

    private void handOver(SmpRequest request, byte[] data) {
        try {
            answers.answered(request, data);
        } catch (IllegalArgumentException e) {
            answers.failed(request, true, "malformed answer: " + e.getMessage());
        }
    }

    private void expire(long now) {
        for (Attempt next = nextDeadline(); next != null; next = nextDeadline()) {
            if (next.deadline - now > 0) {
                return;
            }
            attempts.remove();
            timedOut(next.request, now);
        }
    }

    /** The first attempt that still waits; those that are over are dropped on the way. */
    private @Nullable Attempt nextDeadline() {
        for (Attempt next = attempts.peek(); next != null; next = attempts.peek()) {
            if (next.request.awaits(next.transactionId)) {
                return next;
            }
            attempts.remove();
        }
        return null;
    }

    private void timedOut(SmpRequest request, long now) {
        window.timedOut(request.sentAt, now);
        if (request.node != null) {
            request.node.target.silent();
        }
        if (!answers.wanted(request)) {
            finish(request);
        } else if (request.attempts <= settings.retries()) {
            offWire(request);
            backlog.repeatLater(request);
            answers.delayed(request);
        } else {
            finish(request);
            timeouts++;
            boolean silent = request.lastStatus.isEmpty();
            answers.failed(request, !silent, silent ? "timeout" : request.lastStatus);
        }
    }

    private void finish(SmpRequest request) {
        offWire(request);
        forget(request);
    }

    private void forget(SmpRequest request) {
        request.finished = true;
        for (int transactionId : request.transactionIds) {
            transactions.remove(transactionId);
        }
    }

    private void offWire(SmpRequest request) {
        if (request.onWire) {
            request.onWire = false;
            onWire--;
            backlog.ended(request);
        }
    }
}
