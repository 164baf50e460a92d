// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.io.IOException;
import java.io.OutputStream;

/** Writes to an open file by its number, which the JDK cannot. */
final class FileDescriptorOutput extends OutputStream {
    private final int fd;
    private final Memory buffer = new Memory(1 << 16);

    FileDescriptorOutput(int fd) {
        this.fd = fd;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        int at = from;
        while (at < from + count) {
            int part = (int) Math.min(buffer.size(), from + count - at);
            buffer.write(0, bytes, at, part);
            long written = Libc.write(fd, buffer, part);
            if (written < 0 && Native.getLastError() != Libc.EINTR) {
                throw new IOException("write: errno " + Native.getLastError());
            }
            at += (int) Math.max(0, written);
        }
    }
}
