// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mad.MadFormatException;
import org.rdmaagent.mad.SaAnswer;
import org.rdmaagent.mad.SaQuery;
import org.rdmaagent.mad.SaStatus;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/**
 * Asks one question at a time and repeats it. It has a timer of its own, since not every transport
 * has one. Each attempt has a transaction id of its own: the kernel refuses a second request with
 * an id that it still waits for; an answer to any of them will do. Used by one thread.
 */
final class SaExchange {
    /** How long an attempt waits; a long table has to be complete by then. */
    static final int TIMEOUT_MILLIS = 3_000;

    /** Attempts after the first one. */
    static final int RETRIES = 2;

    private static final int ETIMEDOUT = 110;
    private static final int EPROTO = 71;
    private static final int RESPONSE = 0x80;

    private final MadSession session;
    private final MadAddress sm;
    private final int agent;
    private int lastTransactionId;

    SaExchange(MadSession session, MadAddress sm) {
        this.session = session;
        this.sm = sm;
        this.agent = session.register(MadClass.SUBN_ADM);
    }

    /**
     * Waits for the answer.
     *
     * @param call the question's name, for errors
     * @throws RdmaException ETIMEDOUT there is none, EPROTO it is always busy, or as the driver has
     *     it
     */
    SaAnswer ask(String call, SaQuery query) {
        int first = lastTransactionId + 1;
        boolean busy = false;
        for (int attempt = 0; attempt <= RETRIES; attempt++) {
            long id = ++lastTransactionId;
            session.send(agent, sm, query.withTransactionId(id).toBytes(), TIMEOUT_MILLIS);
            long end = session.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
            SaAnswer answer = await(call, query, first, end);
            if (answer != null && !SaStatus.busy(answer.status())) {
                return answer;
            }
            busy = answer != null;
            if (busy && attempt < RETRIES) {
                // Asking again at once would only meet the same crowd.
                pass(end);
            }
        }
        throw busy ? busy(call) : silent(call, query);
    }

    /** The answer to one of the attempts; null if there is none in time. */
    private @Nullable SaAnswer await(String call, SaQuery query, int first, long end) {
        for (long left = left(end); left >= 0; left = left(end)) {
            MadReply reply = session.receive(left);
            if (reply == null) {
                return null;
            }
            int id = reply.mad().remaining() < 16 ? 0 : transactionId(reply);
            if (reply.agent() != agent || id < first || id > lastTransactionId) {
                continue;
            }
            if (reply.status() == 0) {
                SaAnswer answer = answer(reply, query);
                if (answer != null) {
                    return answer;
                }
            } else if (id == lastTransactionId) {
                timedOut(call, reply);
                return null;
            }
        }
        return null;
    }

    private static int transactionId(MadReply reply) {
        return (int) reply.mad().getLong(reply.mad().position() + 8);
    }

    /** Null if it is the answer to something else, or none. */
    private static @Nullable SaAnswer answer(MadReply reply, SaQuery query) {
        try {
            SaAnswer answer = SaAnswer.decode(reply.mad());
            boolean fits =
                    answer.attributeId() == query.attributeId()
                            && answer.method() == (query.method() | RESPONSE);
            return fits ? answer : null;
        } catch (MadFormatException e) {
            return null;
        }
    }

    private void timedOut(String call, MadReply reply) {
        if (Math.abs(reply.status()) != ETIMEDOUT) {
            throw new RdmaException(
                    call,
                    Errno.of(reply.status()),
                    subject(),
                    "the driver could not send the question; see the kernel's log");
        }
    }

    private void pass(long end) {
        for (long left = left(end); left > 0; left = left(end)) {
            session.receive(left);
        }
    }

    private long left(long end) {
        return end - session.nanoTime();
    }

    private RdmaException silent(String call, SaQuery query) {
        String key =
                query.smKey() == 0
                        ? ""
                        : ", and is the SM_Key the right one: a wrong one gets no answer";
        return new RdmaException(
                call,
                Errno.of(ETIMEDOUT),
                subject(),
                "no answer to "
                        + (RETRIES + 1)
                        + " questions; does the subnet manager run there (sminfo)"
                        + key
                        + "?");
    }

    private RdmaException busy(String call) {
        return new RdmaException(
                call,
                Errno.of(EPROTO),
                subject(),
                "the subnet administration answers that it is busy; ask again later");
    }

    /** Whom it asks. */
    String subject() {
        return session.port() + " to LID " + sm.lid();
    }
}
