// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;

/** The 64 bytes of an attribute, checked. */
final class AttributeBytes {
    private AttributeBytes() {}

    static ByteBuffer reader(byte[] data, String attribute) {
        if (data.length != DirectedRouteSmp.DATA_SIZE) {
            throw new MadFormatException(attribute + " has 64 bytes, not " + data.length);
        }
        return ByteBuffer.wrap(data);
    }

    static int high(ByteBuffer in, int offset) {
        return Byte.toUnsignedInt(in.get(offset)) >>> 4;
    }

    static int low(ByteBuffer in, int offset) {
        return in.get(offset) & 0xf;
    }
}
