// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** The machine's clock, with what was added by hand. */
final class RealClock implements SimulationClock {
    /** Shorter than what the scheduler can do: such a wait is better spent looking again. */
    private static final long SHORTEST_SLEEP_NANOS = 20_000;

    private final long start = System.nanoTime();
    private final AtomicLong advanced = new AtomicLong();

    @Override
    public long nanoTime() {
        return System.nanoTime() - start + advanced.get();
    }

    @Override
    public void advance(long nanos) {
        advanced.addAndGet(nanos);
    }

    // The caller looks again after each return, whatever its cause.
    @SuppressWarnings("WaitNotInLoop")
    @Override
    public void await(Condition changed, long nanos) throws InterruptedException {
        if (nanos >= SHORTEST_SLEEP_NANOS) {
            long unused = changed.awaitNanos(nanos);
        } else if (Thread.interrupted()) {
            throw new InterruptedException();
        } else {
            Thread.onSpinWait();
        }
    }
}
