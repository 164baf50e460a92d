// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.MadFormatException;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** A session that tells of its packets as long as somebody wants to know; never of an M_Key. */
final class TracedSession implements MadSession {
    private final MadSession session;
    private final SweepTrace trace;

    TracedSession(MadSession session, SweepTrace trace) {
        this.session = session;
        this.trace = trace;
    }

    @Override
    public PortId port() {
        return session.port();
    }

    @Override
    public int register(MadClass madClass) {
        return session.register(madClass);
    }

    @Override
    public void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
        if (trace.wants(SweepWatch.PACKETS)) {
            trace.step(SweepWatch.PACKETS, "asks " + text(mad));
        }
        session.send(agent, to, mad, timeoutMillis);
    }

    @Override
    public @Nullable MadReply receive(long timeoutNanos) {
        MadReply reply = session.receive(timeoutNanos);
        if (reply == null) {
            return null;
        }
        if (reply.status() != 0 && trace.wants(SweepWatch.STEPS)) {
            String errno = Errno.of(reply.status()).name();
            trace.step(SweepWatch.STEPS, errno + " for " + text(reply.mad()));
        } else if (trace.wants(SweepWatch.PACKETS)) {
            trace.step(SweepWatch.PACKETS, "hears " + text(reply.mad()));
        } else if (trace.wants(SweepWatch.STEPS) && !good(reply.mad())) {
            trace.step(SweepWatch.STEPS, "hears " + text(reply.mad()));
        }
        return reply;
    }

    @Override
    public long nanoTime() {
        return session.nanoTime();
    }

    @Override
    public boolean isOpen() {
        return session.isOpen();
    }

    @Override
    public void close() {
        session.close();
    }

    /** Status 0, apart from the direction bit (IBTA volume 1, section 14.2.1.2). */
    private static boolean good(ByteBuffer mad) {
        return mad.remaining() >= DirectedRouteSmp.SIZE
                && (mad.getShort(mad.position() + 4) & 0x7fff) == 0;
    }

    private static String text(ByteBuffer mad) {
        try {
            DirectedRouteSmp smp = DirectedRouteSmp.decode(mad);
            return SmpAttribute.ofCode(smp.attributeId())
                            .map(SmpAttribute::label)
                            .orElse("attribute " + smp.attributeId())
                    + " "
                    + smp.attributeModifier()
                    + " at "
                    + smp.route()
                    + ", transaction 0x"
                    + HexFormat.of().toHexDigits((int) smp.transactionId())
                    + (smp.status() == 0 ? "" : ", " + SmpStatus.text(smp.status()));
        } catch (MadFormatException e) {
            return "a packet that is no SMP (" + e.getMessage() + ")";
        }
    }
}
