// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;

/** The bytes of an attribute or a record, checked. */
final class AttributeBytes {
    private AttributeBytes() {}

    static ByteBuffer reader(byte[] data, String attribute) {
        return reader(data, attribute, DirectedRouteSmp.DATA_SIZE);
    }

    static ByteBuffer reader(byte[] data, String attribute, int size) {
        if (data.length != size) {
            throw new MadFormatException(attribute + " has " + size + " bytes, not " + data.length);
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
