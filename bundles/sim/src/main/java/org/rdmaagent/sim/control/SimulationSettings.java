// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.sim.subnet.Transit;

/**
 * How a simulated world behaves.
 *
 * @param seed of everything that is random; the same seed gives the same world
 * @param virtualClock time passes only when somebody waits or {@link SimulatedWorld#advance} is
 *     called; for one thread that sends and receives
 * @param latencyNanos from a question to its answer, wherever it goes, nanoseconds, at most a day
 * @param hopNanos what each hop of the route adds, there and back together, nanoseconds, at most a
 *     day
 * @param jitterNanos at most so much is added by chance, nanoseconds, at most a day
 * @param lossPerMillion how many of a million questions get no answer, 0 to 1,000,000
 */
public record SimulationSettings(
        long seed,
        boolean virtualClock,
        long latencyNanos,
        long hopNanos,
        long jitterNanos,
        int lossPerMillion) {
    /** Checks the ranges. */
    public SimulationSettings {
        new Transit(latencyNanos, hopNanos, jitterNanos, lossPerMillion);
    }

    /** Seed 1, the machine's clock, 5 microseconds however far, no jitter, no loss. */
    public static SimulationSettings defaults() {
        return new SimulationSettings(1, false, 5_000, 0, 0, 0);
    }

    Transit transit() {
        return new Transit(latencyNanos, hopNanos, jitterNanos, lossPerMillion);
    }

    private SimulationSettings with(Transit transit) {
        return new SimulationSettings(
                seed,
                virtualClock,
                transit.roundTripNanos(),
                transit.hopNanos(),
                transit.jitterNanos(),
                transit.lossPerMillion());
    }

    /** The same with another seed. */
    public SimulationSettings seed(long newSeed) {
        return new SimulationSettings(
                newSeed, virtualClock, latencyNanos, hopNanos, jitterNanos, lossPerMillion);
    }

    /** The same with a virtual clock, or with the machine's. */
    public SimulationSettings virtualClock(boolean virtual) {
        return new SimulationSettings(
                seed, virtual, latencyNanos, hopNanos, jitterNanos, lossPerMillion);
    }

    /** The same with another latency, nanoseconds. */
    public SimulationSettings latencyNanos(long nanos) {
        return with(transit().roundTripNanos(nanos));
    }

    /** The same with another delay of each hop, nanoseconds. */
    public SimulationSettings hopNanos(long nanos) {
        return with(transit().hopNanos(nanos));
    }

    /** The same with another jitter, nanoseconds. */
    public SimulationSettings jitterNanos(long nanos) {
        return with(transit().jitterNanos(nanos));
    }

    /** The same with another loss, 0 to 1,000,000. */
    public SimulationSettings lossPerMillion(int loss) {
        return with(transit().lossPerMillion(loss));
    }
}
