// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.PollFd;
import org.rdmaagent.jna.os.LibcCalls;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.jna.verbs.VerbsFailure;

/**
 * Waits for events on a non-blocking file. It waits in slices, and whoever waits holds the object
 * only within a slice: who wants to close it waits a slice at the most.
 */
public final class Waiting {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private Waiting() {}

    /**
     * Looks again and again until there is something or the time is over.
     *
     * @param timeoutNanos 0 or less only looks
     * @param look waits for as many nanoseconds as it is given
     * @throws org.rdmaagent.RdmaException EINTR if the thread was interrupted
     */
    static <T> Optional<T> until(
            String call, String subject, long timeoutNanos, LongFunction<Optional<T>> look) {
        long start = System.nanoTime();
        while (true) {
            if (Thread.currentThread().isInterrupted()) {
                throw VerbsFailure.of(call, VerbsFailure.EINTR, subject);
            }
            long left = timeoutNanos - (System.nanoTime() - start);
            Optional<T> found = look.apply(Math.max(0, Math.min(left, SLICE_NANOS)));
            if (found.isPresent() || left <= 0) {
                return found;
            }
        }
    }

    /**
     * Whether there is something to read, after so long at the most.
     *
     * @throws org.rdmaagent.RdmaException EIO if there never will be
     */
    static boolean readable(int fd, long nanos, String call, String subject) {
        try (CStruct file = CStruct.allocate(PollFd.SIZE)) {
            file.put(PollFd.FD, fd).put(PollFd.EVENTS, LibcCalls.POLLIN);
            int ready = LibcCalls.poll(file.pointer(), 1, millis(nanos));
            if (ready <= 0) {
                int errno = ready == 0 ? VerbsFailure.EINTR : Native.getLastError();
                // A signal of the JVM's own ends the call: no reason to give up.
                if (errno != VerbsFailure.EINTR) {
                    throw VerbsFailure.of("poll", errno, subject);
                }
                return false;
            }
            if ((file.get(PollFd.REVENTS) & LibcCalls.POLLIN) == 0) {
                throw VerbsFailure.of(call, VerbsFailure.EIO, subject);
            }
            return true;
        }
    }

    /** Rounded up, since poll(2) would spin at the end of the time; 2^31 - 1 at the most. */
    public static int millis(long nanos) {
        long millis = nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI == 0 ? 0 : 1);
        return (int) Math.min(Integer.MAX_VALUE, millis);
    }

    /**
     * Makes a file non-blocking, so that a look that finds nothing does not wait.
     *
     * @param subject whose file, for the message
     * @throws org.rdmaagent.RdmaException EBADF
     */
    public static void unblock(int fd, String subject) {
        int flags = SystemCalls.fcntl(fd, SystemCalls.F_GETFL, 0);
        if (flags < 0
                || SystemCalls.fcntl(fd, SystemCalls.F_SETFL, flags | (long) SystemCalls.O_NONBLOCK)
                        < 0) {
            throw VerbsFailure.of("fcntl", Native.getLastError(), subject);
        }
    }
}
