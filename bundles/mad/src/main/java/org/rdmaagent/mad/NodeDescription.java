// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * NodeDescription (IBTA volume 1, section 14.2.5.2): 64 bytes, UTF-8 by the book.
 *
 * @param text what stands before the first zero byte; bytes that are not UTF-8 are read as ISO
 *     8859-1, so that no name is lost
 */
public record NodeDescription(String text) {
    /** Reads 64 bytes. */
    public static NodeDescription decode(byte[] data) {
        AttributeBytes.reader(data, "NodeDescription");
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        return new NodeDescription(text(Arrays.copyOf(data, end)));
    }

    /** Text from bytes of unknown encoding: UTF-8 if it is that, else ISO 8859-1. */
    public static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** Writes 64 bytes; a longer text is cut after its last whole character. */
    public byte[] encode() {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, DirectedRouteSmp.DATA_SIZE);
        while (length < bytes.length && length > 0 && (bytes[length] & 0xc0) == 0x80) {
            length--;
        }
        return Arrays.copyOf(Arrays.copyOf(bytes, length), DirectedRouteSmp.DATA_SIZE);
    }
}
