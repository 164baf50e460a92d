// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.CounterSnapshot;

/**
 * The last snapshot of one port.
 *
 * <p>Any number of threads may ask. At most one of them reads at a time; whoever comes meanwhile
 * gets the previous snapshot at once, and waits only where there is none yet.
 */
final class HeldSnapshot {
    private final ReentrantLock reading = new ReentrantLock();
    private final LongSupplier nanoTime;
    private final long maxAgeNanos;
    private volatile @Nullable Held held;

    private record Held(CounterSnapshot snapshot, long begunNanos) {}

    HeldSnapshot(LongSupplier nanoTime, long maxAgeNanos) {
        this.nanoTime = nanoTime;
        this.maxAgeNanos = maxAgeNanos;
    }

    /** The held snapshot if it is young enough, else a new one, as the class says. */
    CounterSnapshot get(Supplier<CounterSnapshot> read) {
        Held previous = held;
        if (previous != null && isYoung(previous)) {
            return previous.snapshot();
        }
        if (previous == null) {
            reading.lock();
        } else if (!reading.tryLock()) {
            return previous.snapshot();
        }
        try {
            return readUnlessDone(read);
        } finally {
            reading.unlock();
        }
    }

    private CounterSnapshot readUnlessDone(Supplier<CounterSnapshot> read) {
        Held meanwhile = held;
        if (meanwhile != null && isYoung(meanwhile)) {
            return meanwhile.snapshot();
        }
        long begun = nanoTime.getAsLong();
        CounterSnapshot snapshot = read.get();
        held = new Held(snapshot, begun);
        return snapshot;
    }

    private boolean isYoung(Held candidate) {
        return nanoTime.getAsLong() - candidate.begunNanos() < maxAgeNanos;
    }
}
