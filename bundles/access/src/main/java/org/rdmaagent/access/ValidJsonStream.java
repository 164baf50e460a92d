// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/**
 * Passes on what Jolokia writes, with the escapes of control characters set right; holds nothing
 * back and copies nothing. Server-sent events are written by several threads: a piece at a time.
 */
final class ValidJsonStream extends ServletOutputStream {
    private final ServletOutputStream out;
    private final ControlEscapes escapes = new ControlEscapes();

    ValidJsonStream(ServletOutputStream out) {
        this.out = out;
    }

    @Override
    public synchronized void write(int written) throws IOException {
        out.write(escapes.next((byte) written));
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        int unsent = from;
        int end = from + length;
        for (int at = from; at < end; at++) {
            byte right = escapes.next(bytes[at]);
            if (right != bytes[at]) {
                out.write(bytes, unsent, at - unsent);
                out.write(right);
                unsent = at + 1;
            }
        }
        out.write(bytes, unsent, end - unsent);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    @Override
    public boolean isReady() {
        return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        out.setWriteListener(listener);
    }
}
