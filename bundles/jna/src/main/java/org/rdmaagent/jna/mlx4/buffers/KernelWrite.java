// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import org.rdmaagent.Errno;
import org.rdmaagent.jna.os.MemoryCalls;
import org.rdmaagent.jna.os.SystemCalls;

/**
 * Has the kernel write zeros to memory: every page is there afterwards, and where it cannot be, or
 * may not be written to, the kernel answers EFAULT, while a write of our own would end the process.
 */
final class KernelWrite {
    private static final String ZEROS = "/dev/zero";
    private static final int EINTR = 4;

    private KernelWrite() {}

    /** Writes to all of it; says what memory it is where that fails. */
    static void zero(long address, long bytes, String what) throws NoBufferException {
        int fd = MemoryCalls.open(ZEROS, MemoryCalls.READ_ONLY);
        if (fd < 0) {
            throw new NoBufferException(ZEROS + " cannot be opened: " + lastError());
        }
        try {
            long done = 0;
            while (done < bytes) {
                long read = SystemCalls.read(fd, new Pointer(address + done), bytes - done);
                if (read <= 0 && Native.getLastError() != EINTR) {
                    throw new NoBufferException(
                            what + " cannot be written to at byte " + done + ": " + lastError());
                }
                done += Math.max(0, read);
            }
        } finally {
            int unused = SystemCalls.close(fd);
        }
    }

    private static String lastError() {
        return Errno.of(Native.getLastError()).name();
    }
}
