// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.nio.ByteBuffer;
import java.util.Set;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.ObjectKind;

/** A memory region; its address is invented. */
final class SimulatedMr extends SimulatedObject implements MrHandle {
    private final SimulatedPd pd;
    private final ByteBuffer memory;
    private final Set<AccessFlag> access;
    private final long address;
    private final int key;

    SimulatedMr(SimulatedPd pd, String name, ByteBuffer memory, Set<AccessFlag> access) {
        super(name, ObjectKind.MEMORY_REGION);
        this.pd = pd;
        this.memory = memory;
        this.access = Set.copyOf(access);
        MemoryTable table = pd.home().hca().memory();
        this.address = table.reserve(memory.capacity());
        this.key = table.newKey();
    }

    @Override
    SimulatedContext home() {
        return pd.home();
    }

    @Override
    String destroyer() {
        return "ibv_dereg_mr";
    }

    @Override
    void release() {
        home().hca().memory().remove(this);
        home().hca().faults().unpin(memory.capacity());
        pd.freedBy(this);
    }

    boolean covers(long from, long bytes) {
        return from >= address && bytes <= length() && from - address <= length() - bytes;
    }

    Span span(long from, long bytes) {
        Span span = new Span();
        span.append(memory.slice((int) (from - address), (int) bytes));
        return span;
    }

    /** Its bytes for the poller of a receive ring: a view of its own, big-endian. */
    ByteBuffer bytes() {
        return memory.duplicate();
    }

    @Override
    public SimulatedPd pd() {
        return pd;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return memory.capacity();
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }

    @Override
    public Set<AccessFlag> access() {
        return access;
    }

    @Override
    public ByteBuffer buffer() {
        return call("ibv_reg_mr", () -> memory.duplicate());
    }
}
