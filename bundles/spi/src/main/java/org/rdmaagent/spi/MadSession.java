// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;

/**
 * An open port for management datagrams. One thread uses it at a time; {@link #close} may come from
 * any.
 */
public interface MadSession extends NativeHandle {
    /** The port. */
    PortId port();

    /**
     * Registers a class ({@code umad_register(3)}).
     *
     * @return the agent's number, for {@link #send}
     * @throws org.rdmaagent.RdmaException EPROTONOSUPPORT on a port without QP0, EACCES, ...
     */
    int register(MadClass madClass);

    /**
     * Sends a request ({@code umad_send(3)}); returns when the driver has taken it.
     *
     * @param agent from {@link #register}
     * @param to the destination
     * @param mad 256 bytes from its position to its limit, which are not moved; only the low 32
     *     bits of the transaction id are the caller's
     * @param timeoutMillis after which it comes back with {@code ETIMEDOUT}, if the driver has a
     *     timer
     * @throws org.rdmaagent.RdmaException if the driver refuses it
     */
    void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis);

    /**
     * Waits for the next MAD ({@code umad_recv(3)}).
     *
     * @param timeoutNanos how long at the most; 0 only looks
     * @return null when the time is over
     * @throws org.rdmaagent.RdmaException if the port is gone or the session was closed (ENODEV,
     *     EBADF)
     */
    @Nullable MadReply receive(long timeoutNanos);

    /**
     * The clock that time-outs run on, nanoseconds from an arbitrary start; a simulation may have
     * its own.
     */
    long nanoTime();
}
