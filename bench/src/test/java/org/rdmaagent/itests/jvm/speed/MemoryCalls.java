// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rdmaagent.spi.completion.MemoryAccess;

/** Memory by its address, as the ways that read queues do it. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets the parameter, then calls what it is to call first
public class MemoryCalls {
    private static final int BYTES = 64;

    /** The access; who runs this sets it. */
    @Param("jna")
    public String access = "";

    private Memory memory;
    private MemoryAccess by;
    private long address;

    /** On the thread that measures. */
    @Setup
    public void allocate() throws ReflectiveOperationException {
        memory = new Memory(BYTES);
        memory.clear();
        address = Pointer.nativeValue(memory);
        by = Accesses.access(access).memory();
    }

    /** 64 bits. */
    @Benchmark
    public long getLong() {
        return by.getLong(address);
    }

    /** 32 bits, before all that is read after them. */
    @Benchmark
    public int getIntAcquire() {
        return by.getIntAcquire(address);
    }

    /** 32 bits, after all that was written before. */
    @Benchmark
    public void putIntRelease() {
        by.putIntRelease(address, 1);
    }
}
