// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.MadFormatException;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** Asks the port of a session about itself, by SMPs that go no hop far. */
final class OwnPort {
    static final int ENODEV = 19;

    private static final int ETIMEDOUT = 110;
    private static final int TIMEOUT_MILLIS = 1_000;
    private static final int GID_PREFIX = 8; // In PortInfo (IBTA volume 1, section 14.2.5.6).
    private static final int MASTER_SM_SL = 36;

    private final MadSession session;
    private final int agent;
    private int lastTransactionId;

    OwnPort(MadSession session) {
        this.session = session;
        this.agent = session.register(MadClass.SUBN_DIRECTED_ROUTE);
    }

    SubnetPort ask() {
        byte[] bytes = ask(SmpAttribute.PORT_INFO);
        PortInfo info = PortInfo.decode(bytes);
        NodeInfo node = NodeInfo.decode(ask(SmpAttribute.NODE_INFO));
        long prefix = ByteBuffer.wrap(bytes).getLong(GID_PREFIX);
        return new SubnetPort(
                new Lid(info.smLid()),
                bytes[MASTER_SM_SL] & 0xf,
                new Gid(prefix, node.portGuid().value()));
    }

    private byte[] ask(SmpAttribute attribute) {
        int id = ++lastTransactionId;
        ByteBuffer question =
                DirectedRouteSmp.get(DirectedRoute.LOCAL, attribute, 0, id, 0).toBytes();
        session.send(agent, MadAddress.DIRECTED, question, TIMEOUT_MILLIS);
        long end = session.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
        for (long left = end - session.nanoTime(); left > 0; left = end - session.nanoTime()) {
            MadReply reply = session.receive(left);
            if (reply != null && reply.agent() == agent && reply.status() == 0) {
                DirectedRouteSmp smp = decode(reply);
                if ((int) smp.transactionId() == id && smp.status() == 0) {
                    return smp.data();
                }
            }
        }
        throw new RdmaException(
                "SubnGet(" + attribute.label() + ")",
                Errno.of(ETIMEDOUT),
                session.port().toString(),
                "the port does not tell where its subnet manager is; see the driver's messages in"
                        + " the kernel's log");
    }

    private DirectedRouteSmp decode(MadReply reply) {
        try {
            return DirectedRouteSmp.decode(reply.mad());
        } catch (MadFormatException e) {
            throw new RdmaException(
                    "umad_recv",
                    Errno.of(71),
                    session.port().toString(),
                    "the port answers with what is no SMP: " + e.getMessage());
        }
    }
}
