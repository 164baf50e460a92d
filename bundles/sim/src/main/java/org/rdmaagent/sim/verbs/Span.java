// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Pieces of memory, one after the other. */
final class Span {
    private final List<ByteBuffer> pieces = new ArrayList<>();
    private long length;

    void append(ByteBuffer piece) {
        pieces.add(piece);
        length += piece.remaining();
    }

    void append(Span other) {
        other.pieces.forEach(this::append);
    }

    /** Bytes. */
    long length() {
        return length;
    }

    byte[] read() {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length));
        pieces.forEach(piece -> bytes.put(piece.duplicate()));
        return bytes.array();
    }

    /** Writes from an offset on; there is room. */
    void write(int offset, byte[] bytes) {
        int skip = offset;
        int done = 0;
        for (ByteBuffer piece : pieces) {
            int here = Math.max(0, Math.min(piece.remaining() - skip, bytes.length - done));
            if (here > 0) {
                piece.duplicate().position(piece.position() + skip).put(bytes, done, here);
                done += here;
            }
            skip = Math.max(0, skip - piece.remaining());
        }
    }

    /** Eight bytes as a number of this machine. */
    long readLong() {
        return ByteBuffer.wrap(read()).order(ByteOrder.nativeOrder()).getLong();
    }

    void writeLong(long value) {
        write(
                0,
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putLong(value)
                        .array());
    }
}
