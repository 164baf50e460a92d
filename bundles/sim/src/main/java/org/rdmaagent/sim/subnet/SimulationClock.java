// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.concurrent.locks.Condition;

/** The time of a simulated world. Starts at 0 when the world is made. */
public interface SimulationClock {
    /** Nanoseconds since the world was made; any thread may ask. */
    long nanoTime();

    /** Moves the clock forward; the subnet's lock is held. */
    void advance(long nanos);

    /**
     * Lets time pass; the subnet's lock is held, and may be given up meanwhile.
     *
     * @param changed signalled when there is something new to look at
     * @param nanos how long at the most, above 0
     */
    void await(Condition changed, long nanos) throws InterruptedException;

    /** The time of the machine. */
    static SimulationClock real() {
        return new RealClock();
    }

    /** Time that passes only by {@link #advance} and by waiting, which then takes no time. */
    static SimulationClock virtual() {
        return new VirtualClock();
    }
}
