// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import com.sun.jna.Native;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/**
 * An open umad file.
 *
 * <p>Assumes one user at a time, and any closer. Guarantees that the file is closed when no call is
 * inside the library any more: else its number could already be another file's. A closer stops a
 * waiting receiver and waits a moment for it to leave; the last one out closes the file.
 */
final class UmadSession implements MadSession {
    private static final int MAD_BYTES = 256;
    private static final long CLOSE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PortId port;
    private final int fd;
    private final UmadPackets packets;
    private final Readiness readiness;
    private final Consumer<UmadSession> whenClosed;
    private final Object users = new Object();
    private int inside;
    private boolean closing;
    private boolean released;

    /**
     * @param fd of {@code umad_open_port(3)}; this session closes it
     */
    UmadSession(PortId port, int fd, Consumer<UmadSession> whenClosed) {
        this.port = port;
        this.fd = fd;
        this.whenClosed = whenClosed;
        // Only now: the size is right once a port is open.
        this.packets = new UmadPackets(Math.toIntExact(UmadCalls.umad_size()));
        this.readiness = new Readiness(UmadCalls.umad_get_fd(fd), port);
    }

    @Override
    public PortId port() {
        return port;
    }

    @Override
    public boolean isOpen() {
        synchronized (users) {
            return !closing;
        }
    }

    @Override
    public int register(MadClass madClass) {
        enter("umad_register");
        try {
            byte rmpp = (byte) madClass.rmppVersion();
            int agent =
                    UmadCalls.umad_register(fd, madClass.code(), madClass.version(), rmpp, null);
            if (agent < 0) {
                throw failed("umad_register", UmadFailure.errno(agent, Native.getLastError()));
            }
            return agent;
        } finally {
            leave();
        }
    }

    @Override
    public void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
        if (mad.remaining() != MAD_BYTES) {
            throw new RdmaException(
                    "umad_send",
                    Errno.of(UmadFailure.EINVAL),
                    port.toString(),
                    "a MAD has 256 bytes, not " + mad.remaining());
        }
        enter("umad_send");
        try {
            int result = packets.send(fd, agent, to, mad, timeoutMillis);
            if (result < 0) {
                throw failed("umad_send", UmadFailure.errno(result, Native.getLastError()));
            }
        } finally {
            leave();
        }
    }

    @Override
    public @Nullable MadReply receive(long timeoutNanos) {
        enter("umad_recv");
        try {
            readiness.requireUninterrupted();
            // Mostly the next one is here already, and poll(2) would be a call too many. Whatever
            // is wrong now will be so after it as well; a device that is gone only it can tell.
            MadReply here = packets.receive(fd);
            boolean only = timeoutNanos <= 0 && packets.receiveErrno() == UmadFailure.EAGAIN;
            return here != null || only ? here : awaited(timeoutNanos);
        } finally {
            leave();
        }
    }

    private @Nullable MadReply awaited(long timeoutNanos) {
        long start = System.nanoTime();
        while (readiness.await(timeoutNanos - (System.nanoTime() - start))) {
            requireOpen("umad_recv");
            MadReply reply = packets.receive(fd);
            if (reply != null) {
                return reply;
            }
            int errno = packets.receiveErrno();
            if (errno != UmadFailure.EAGAIN && errno != UmadFailure.EINTR) {
                throw failed("umad_recv", errno);
            }
            if (System.nanoTime() - start >= timeoutNanos) {
                break;
            }
        }
        requireOpen("umad_recv");
        return null;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void close() {
        synchronized (users) {
            if (!closing) {
                closing = true;
                readiness.stop();
                releaseIfUnused();
            }
            awaitRelease();
        }
        whenClosed.accept(this);
    }

    private void enter(String call) {
        synchronized (users) {
            if (closing) {
                throw failed(call, UmadFailure.EBADF);
            }
            inside++;
        }
    }

    private void leave() {
        synchronized (users) {
            inside--;
            releaseIfUnused();
        }
    }

    private void requireOpen(String call) {
        synchronized (users) {
            if (closing) {
                throw failed(call, UmadFailure.EBADF);
            }
        }
    }

    /** The lock is held. */
    private void releaseIfUnused() {
        if (closing && inside == 0 && !released) {
            released = true;
            UmadCalls.umad_close_port(fd);
            users.notifyAll();
        }
    }

    /** The lock is held. Whoever opens the port again next must find it free. */
    private void awaitRelease() {
        long end = System.nanoTime() + CLOSE_WAIT_NANOS;
        try {
            while (!released && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(users, Math.max(1, end - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the last one out still closes the file
        }
    }

    private RdmaException failed(String call, int errno) {
        return UmadFailure.of(call, errno, port);
    }
}
