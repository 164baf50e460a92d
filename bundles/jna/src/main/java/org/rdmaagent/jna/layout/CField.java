// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A member of a C struct on 64-bit Linux. A test compiles {@code offsetof} and {@code sizeof} of
 * every row, so a wrong row fails where a compiler and the headers are.
 */
public interface CField {
    /** The struct's type as C writes it. */
    String struct();

    /** The member's name in C. */
    String member();

    /** Bytes from the address that the rows of this struct count from; may be negative. */
    int offset();

    /** Bytes: 1, 2, 4 or 8, or the length of an array. */
    int size();

    /** The value as an unsigned number; of 8 bytes, as the bits are. */
    default long unsigned(ByteBuffer struct) {
        return switch (size()) {
            case 1 -> Byte.toUnsignedLong(struct.get(offset()));
            case 2 -> Short.toUnsignedLong(struct.getShort(offset()));
            case 4 -> Integer.toUnsignedLong(struct.getInt(offset()));
            case 8 -> struct.getLong(offset());
            default -> throw new IllegalStateException(this + " is no number");
        };
    }

    /** The value of a C int, or of a smaller unsigned number. */
    default int integer(ByteBuffer struct) {
        return (int) unsigned(struct);
    }

    /** A 64-bit value in network order, whatever order the buffer has. */
    default long networkLong(ByteBuffer struct) {
        long value = struct.getLong(offset());
        return struct.order() == ByteOrder.BIG_ENDIAN ? value : Long.reverseBytes(value);
    }

    /** The bytes as they are. */
    default byte[] bytes(ByteBuffer struct) {
        byte[] bytes = new byte[size()];
        struct.get(offset(), bytes);
        return bytes;
    }

    /** A char array up to its first zero byte or its end, as ASCII. */
    default String text(ByteBuffer struct) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size(); i++) {
            byte character = struct.get(offset() + i);
            if (character == 0) {
                break;
            }
            text.append((char) (character & 0x7f));
        }
        return text.toString();
    }
}
