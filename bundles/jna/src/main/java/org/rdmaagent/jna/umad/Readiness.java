// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.PollFd;
import org.rdmaagent.jna.os.LibcCalls;

/**
 * Waits with poll(2) until a file can be read, the time is over, or another thread stops it.
 *
 * <p>It waits in slices and looks for the stop between them. A second file to wake it by would be
 * quicker, but libumad2sim's poll hears only the first one.
 */
final class Readiness {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final PortId port;
    private final Memory pollFd = new Memory(PollFd.SIZE);
    private volatile boolean stopped;

    Readiness(int fd, PortId port) {
        this.port = port;
        pollFd.clear();
        pollFd.setInt(PollFd.FD.offset(), fd);
        pollFd.setShort(PollFd.EVENTS.offset(), (short) LibcCalls.POLLIN);
    }

    /**
     * Waits.
     *
     * @param timeoutNanos rounded up to milliseconds; 0 or less only looks
     * @return whether there is something to read
     * @throws org.rdmaagent.RdmaException ENODEV if the device is gone, EINTR if the thread was
     *     interrupted
     */
    boolean await(long timeoutNanos) {
        long start = System.nanoTime();
        while (!stopped) {
            requireUninterrupted();
            long left = timeoutNanos - (System.nanoTime() - start);
            int ready = LibcCalls.poll(pollFd, 1, millis(Math.min(left, SLICE_NANOS)));
            if (ready > 0) {
                return readable();
            }
            // A signal of the JVM's own interrupts the call; that is no reason to give up.
            if (ready < 0 && Native.getLastError() != UmadFailure.EINTR) {
                throw UmadFailure.of("poll", Native.getLastError(), port);
            }
            if (left <= SLICE_NANOS && ready == 0) {
                return false;
            }
        }
        return false;
    }

    /**
     * Looks whether the thread may go on.
     *
     * @throws org.rdmaagent.RdmaException EINTR if it was interrupted
     */
    void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw UmadFailure.of("umad_recv", UmadFailure.EINTR, port);
        }
    }

    private boolean readable() {
        int seen = pollFd.getShort(PollFd.REVENTS.offset());
        // The kernel reports POLLERR, and nothing to read, once the device was removed.
        if ((seen & LibcCalls.POLLIN) == 0) {
            throw UmadFailure.of("umad_recv", UmadFailure.ENODEV, port);
        }
        return true;
    }

    static int millis(long nanos) {
        return nanos <= 0 ? 0 : Math.toIntExact((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }

    /** Ends a wait, and all later ones; from any thread. */
    void stop() {
        stopped = true;
    }
}
