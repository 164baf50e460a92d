// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/**
 * An open port, with the kernel's habits (user_mad.c, mad.c): it writes the high half of the
 * transaction id, refuses a question whose transaction id is still unanswered, sends a question
 * with time-out 0 without waiting for an answer, and drops answers that come after the time-out.
 *
 * <p>With a virtual clock, waiting takes no time: the clock jumps to the next arrival, or to the
 * end of the wait. Then only one thread should wait at a time, else one pulls the time forward
 * under the other.
 */
final class SimulatedMadSession implements MadSession {
    private static final int EINTR = 4;
    private static final int EBADF = 9;
    private static final int EINVAL = 22;
    private static final int ETIMEDOUT = 110;
    private static final int MAD_BYTES = 256;
    private static final int CLASS = 1;
    private static final int TRANSACTION_ID = 8;
    private static final long LOW_HALF = 0xffff_ffffL;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Subnet subnet;
    private final MadPort port;
    private final Condition changed;
    private final AgentTable agents = new AgentTable();
    private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>();
    private final Map<Long, Arrival> unanswered = new HashMap<>();
    private long sent;
    private volatile boolean open = true;

    SimulatedMadSession(Subnet subnet, MadPort port) {
        this.subnet = subnet;
        this.port = port;
        this.changed = subnet.lock().newCondition();
        subnet.opened(this);
    }

    @Override
    public PortId port() {
        return port.id();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public int register(MadClass madClass) {
        subnet.lock().lock();
        try {
            requireOpen("umad_register");
            return agents.register(madClass, port.id());
        } finally {
            subnet.lock().unlock();
        }
    }

    @Override
    public void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
        subnet.lock().lock();
        try {
            requireOpen("umad_send");
            if (!agents.contains(agent)) {
                throw refused("umad_send", EINVAL, "register the class first");
            }
            if (mad.remaining() != MAD_BYTES) {
                throw refused("umad_send", EINVAL, "a MAD has 256 bytes, not " + mad.remaining());
            }
            transmit(agent, to, copy(agent, mad), timeoutMillis);
        } finally {
            subnet.lock().unlock();
        }
    }

    private static ByteBuffer copy(int agent, ByteBuffer mad) {
        ByteBuffer copy = ByteBuffer.allocate(MAD_BYTES);
        copy.put(0, mad, mad.position(), MAD_BYTES);
        long low = copy.getLong(TRANSACTION_ID) & LOW_HALF;
        return copy.putLong(TRANSACTION_ID, (agent + 1L) << 32 | low);
    }

    private void transmit(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
        long now = subnet.clock().nanoTime();
        Long transaction = mad.getLong(TRANSACTION_ID);
        Arrival earlier = unanswered.get(transaction);
        if (earlier != null && earlier.at() > now) {
            throw refused(
                    "umad_send", EINVAL, "this transaction id is still waiting for its answer");
        }
        MadResponder responder = subnet.responder(Byte.toUnsignedInt(mad.get(CLASS)));
        MadResponder.Answer answer =
                responder == null ? null : responder.answer(port.graphPort(), to, mad);
        if (timeoutMillis == 0) {
            return;
        }
        // The kernel reads the number as unsigned: a negative one is a wait of weeks.
        long timeout = Integer.toUnsignedLong(timeoutMillis) * NANOS_PER_MILLI;
        if (answer != null && answer.latencyNanos() <= timeout) {
            expect(
                    transaction,
                    new Arrival(now + answer.latencyNanos(), sent, agent, 0, answer.mad()));
        } else {
            expect(transaction, new Arrival(now + timeout, sent, agent, ETIMEDOUT, mad));
        }
    }

    private void expect(Long transaction, Arrival arrival) {
        sent++;
        arrivals.add(arrival);
        unanswered.put(transaction, arrival);
        changed.signal();
    }

    @Override
    public @Nullable MadReply receive(long timeoutNanos) {
        subnet.lock().lock();
        try {
            long start = subnet.clock().nanoTime();
            long deadline = start + Math.min(Math.max(timeoutNanos, 0), Long.MAX_VALUE / 4);
            while (true) {
                requireOpen("umad_recv");
                Arrival next = arrivals.peek();
                long now = subnet.clock().nanoTime();
                if (next != null && next.at() <= now) {
                    return take();
                }
                if (now >= deadline) {
                    return null;
                }
                long until = next == null ? deadline : Math.min(next.at(), deadline);
                subnet.clock().await(changed, until - now);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused("umad_recv", EINTR, "the thread was interrupted");
        } finally {
            subnet.lock().unlock();
        }
    }

    private MadReply take() {
        Arrival arrival = arrivals.remove();
        unanswered.remove(arrival.mad().getLong(TRANSACTION_ID), arrival);
        return new MadReply(arrival.agent(), arrival.status(), arrival.mad());
    }

    @Override
    public long nanoTime() {
        return subnet.clock().nanoTime();
    }

    @Override
    public void close() {
        subnet.lock().lock();
        try {
            open = false;
            arrivals.clear();
            unanswered.clear();
            changed.signalAll();
            subnet.closed(this);
        } finally {
            subnet.lock().unlock();
        }
    }

    /** The clock was moved; the lock is held. */
    void wake() {
        changed.signalAll();
    }

    private void requireOpen(String call) {
        if (!open) {
            throw refused(call, EBADF, "the session is closed; open the port again");
        }
    }

    private RdmaException refused(String call, int errno, String remedy) {
        return new RdmaException(call, Errno.of(errno), port.id().toString(), remedy);
    }
}
