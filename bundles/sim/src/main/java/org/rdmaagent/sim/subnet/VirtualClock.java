// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** Jumps to the time that somebody waits for. */
final class VirtualClock implements SimulationClock {
    private final AtomicLong now = new AtomicLong();

    @Override
    public long nanoTime() {
        return now.get();
    }

    @Override
    public void advance(long nanos) {
        now.addAndGet(nanos);
    }

    @Override
    public void await(Condition changed, long nanos) {
        advance(nanos);
    }
}
