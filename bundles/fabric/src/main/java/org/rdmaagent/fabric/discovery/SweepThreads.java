// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The sweeps whose threads may still be there, so that they can be waited for. For any thread. */
final class SweepThreads {
    private static final long JOIN_MILLIS = 1000;

    /** A sweep that has ended may still be telling its listeners. */
    private final Set<Sweep> sweeps = ConcurrentHashMap.newKeySet();

    void add(Sweep sweep) {
        sweeps.add(sweep);
    }

    /** Forgets those that are gone; each holds its result. */
    void tidy() {
        sweeps.removeIf(Sweep::gone);
    }

    /** Waits, for a second at the most, for those by this service to be gone. */
    void join(Object service) {
        join(sweeps.stream().filter(sweep -> sweep.engine().uses(service)).toList());
    }

    /** Waits, for a second at the most, for all to be gone. */
    void join() {
        join(sweeps);
    }

    private static void join(Iterable<Sweep> some) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MILLIS);
        for (Sweep sweep : some) {
            try {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                sweep.join(Math.max(1, left));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
