// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;

/**
 * A file to end a poll(2) by, from any thread (eventfd(2)). Closing and waking exclude each other,
 * since the number of a closed file may be another file's at once.
 */
public final class WakeFile implements AutoCloseable {
    /** EFD_NONBLOCK | EFD_CLOEXEC of eventfd.h. */
    private static final int FLAGS = 0x800 | 0x80000;

    private final int fd;
    private final Memory one = new Memory(Long.BYTES);
    private final Memory sum = new Memory(Long.BYTES);
    private boolean closed;

    private WakeFile(int fd) {
        this.fd = fd;
        one.setLong(0, 1);
    }

    /**
     * A new one.
     *
     * @param subject for whom, for the message
     * @throws org.rdmaagent.RdmaException EMFILE
     */
    public static WakeFile open(String subject) {
        int fd = SystemCalls.eventfd(0, FLAGS);
        if (fd < 0) {
            throw new RdmaException(
                    "eventfd",
                    Errno.of(Native.getLastError()),
                    subject,
                    "the process has too many open files; raise the limit (ulimit -n, or"
                            + " LimitNOFILE= of the service)");
        }
        return new WakeFile(fd);
    }

    /** What to wait for: it can be read after {@link #wake}. */
    public int fd() {
        return fd;
    }

    /** Makes it readable; nothing once it is closed. Any thread. */
    public synchronized void wake() {
        if (!closed) {
            long unused = SystemCalls.write(fd, one, Long.BYTES); // fails only if it is readable
        }
    }

    /**
     * Makes it unreadable.
     *
     * @return whether it was readable
     */
    public synchronized boolean clear() {
        return !closed && SystemCalls.read(fd, sum, Long.BYTES) == Long.BYTES;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            int unused = SystemCalls.close(fd);
        }
    }
}
