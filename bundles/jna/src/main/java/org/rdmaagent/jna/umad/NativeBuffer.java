// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory that Java reads and writes as a buffer, and that C is given as an address. */
final class NativeBuffer {
    /**
     * In the order of this machine. It keeps the memory alive: hold this while C has the address.
     */
    final ByteBuffer bytes;

    /** Where it begins. */
    final long address;

    NativeBuffer(int size) {
        Memory memory = new Memory(size);
        bytes = memory.getByteBuffer(0, size).order(ByteOrder.nativeOrder());
        address = Pointer.nativeValue(memory);
    }
}
