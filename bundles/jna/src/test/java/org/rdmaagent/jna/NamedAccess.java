// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import org.rdmaagent.jna.verbs.completion.JnaAccess;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.completion.NativeAccess;

/** An access of another bundle; what it does is JNA's. */
record NamedAccess(String name) implements NativeAccess {
    @Override
    public DriverCalls bind(DriverPointers pointers) {
        return JnaAccess.INSTANCE.bind(pointers);
    }

    @Override
    public MemoryAccess memory() {
        return JnaAccess.INSTANCE.memory();
    }
}
