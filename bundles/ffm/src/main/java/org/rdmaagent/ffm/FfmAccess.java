// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Component;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.completion.NativeAccess;

/**
 * The access that is preferred where the JVM has it: a call costs a few nanoseconds and no garbage.
 * Restricted methods of the JDK are used: the JVM wants {@code --enable-native-access=ALL-UNNAMED},
 * else it warns. For any thread.
 */
@Component(service = NativeAccess.class, property = "service.ranking:Integer=10")
public final class FfmAccess implements NativeAccess {
    /**
     * Made when it is asked for: as long as only one kind of memory is loaded, the compiler needs
     * no luck to know which one a port reads.
     */
    private static final class Memory {
        static final MemoryAccess ALL = new SegmentMemory();
    }

    private final Map<DriverPointers, DriverCalls> bound = new ConcurrentHashMap<>();

    /** Binds nothing yet. */
    public FfmAccess() {}

    @Override
    public String name() {
        return "ffm";
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if one of the pointers is NULL
     */
    @Override
    public DriverCalls bind(DriverPointers pointers) {
        if (!pointers.complete()) {
            throw new IllegalArgumentException("a function of the data path is missing");
        }
        return bound.computeIfAbsent(pointers, CallClass::of);
    }

    @Override
    public MemoryAccess memory() {
        return Memory.ALL;
    }
}
