// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** The life of a session over libibumad, in a JVM of its own: each line is something seen. */
public final class SessionMain {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private SessionMain() {}

    /** Runs. */
    public static void main(String[] arguments) throws InterruptedException {
        try (UmadTransport transport = new UmadTransport(new HostFiles())) {
            PortId port = transport.ports().get(0);
            refused("noDevice", () -> transport.open(new PortId("nothere0", 1)));
            refused("noPort", () -> transport.open(new PortId(port.device(), 7)));
            MadSession session = transport.open(port);
            try (session) {
                answersOnce(session);
                waitsNoLonger(session);
                closeWakes(session);
            }
            refused("receiveClosed", () -> session.receive(0));
            refused("sendClosed", () -> session.send(0, MadAddress.DIRECTED, mad(), 100));
            System.out.println("open=" + session.isOpen());
            try (MadSession again = transport.open(port)) {
                answersOnce(again);
            }
        }
    }

    private static ByteBuffer mad() {
        return DirectedRouteSmp.get(DirectedRoute.LOCAL, SmpAttribute.NODE_INFO, 0, 0x1234, 0)
                .toBytes();
    }

    private static void answersOnce(MadSession session) {
        int agent = session.register(MadClass.SUBN_DIRECTED_ROUTE);
        session.send(agent, MadAddress.DIRECTED, mad(), 1000);
        MadReply reply = session.receive(SECOND);
        if (reply == null) {
            System.out.println("answer=none");
            return;
        }
        System.out.println(
                "answer=status "
                        + reply.status()
                        + ", agent "
                        + (reply.agent() == agent)
                        + ", id "
                        + Integer.toHexString((int) reply.mad().getLong(8))
                        + ", bytes "
                        + reply.mad().remaining());
    }

    private static void waitsNoLonger(MadSession session) {
        for (long wait : new long[] {0, SECOND / 20}) {
            long start = System.nanoTime();
            boolean none = session.receive(wait) == null;
            long took = System.nanoTime() - start;
            System.out.println("wait" + wait + "=" + (none && took >= wait && took < 5 * SECOND));
        }
    }

    private static void closeWakes(MadSession session) throws InterruptedException {
        Thread closer = new Thread(session::close);
        long start = System.nanoTime();
        closer.start();
        refused("wokenByClose", () -> session.receive(60 * SECOND));
        closer.join();
        System.out.println("wokenInTime=" + (System.nanoTime() - start < 10 * SECOND));
    }

    private static void refused(String key, Runnable action) {
        try {
            action.run();
            System.out.println(key + "=no refusal");
        } catch (RdmaException e) {
            System.out.println(key + "=" + e.getMessage());
        }
    }
}
