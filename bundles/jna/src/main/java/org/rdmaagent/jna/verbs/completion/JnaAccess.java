// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.completion.NativeAccess;

/** Native code through direct mappings of JNA. */
public final class JnaAccess implements NativeAccess {
    /** The one there is. */
    public static final NativeAccess INSTANCE = new JnaAccess();

    /**
     * Looked for when it is asked for. As long as only one kind of memory is loaded, the compiler
     * needs no luck to know which one a port reads.
     */
    private static final class Memory {
        static final @Nullable MemoryAccess FOUND = UnsafeMemory.find().orElse(null);
    }

    private JnaAccess() {}

    @Override
    public String name() {
        return ProviderProperties.JNA;
    }

    @Override
    public DriverCalls bind(DriverPointers pointers) {
        return HotCallClasses.of(pointers);
    }

    /**
     * {@inheritDoc}
     *
     * @throws UnsupportedOperationException where Java offers no way to it any more
     */
    @Override
    public MemoryAccess memory() {
        MemoryAccess found = Memory.FOUND;
        if (found == null) {
            throw new UnsupportedOperationException(
                    "this Java has no sun.misc.Unsafe: install the feature rdma-agent-ffm");
        }
        return found;
    }
}
