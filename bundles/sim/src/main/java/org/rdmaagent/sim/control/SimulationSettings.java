// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

/**
 * How a simulated world behaves.
 *
 * @param seed of everything that is random; the same seed gives the same world
 * @param virtualClock time passes only when somebody waits or {@link SimulatedWorld#advance} is
 *     called; for one thread that sends and receives
 * @param latencyNanos from a question to its answer, nanoseconds
 * @param lossPerMillion how many of a million questions get no answer, 0 to 1,000,000
 */
public record SimulationSettings(
        long seed, boolean virtualClock, long latencyNanos, int lossPerMillion) {
    private static final int MILLION = 1_000_000;

    /** Checks the ranges. */
    public SimulationSettings {
        if (latencyNanos < 0) {
            throw new IllegalArgumentException("a latency is not negative: " + latencyNanos);
        }
        if (lossPerMillion < 0 || lossPerMillion > MILLION) {
            throw new IllegalArgumentException(
                    "a loss lies in 0..1000000 per million, not " + lossPerMillion);
        }
    }

    /** Seed 1, the machine's clock, 5 microseconds, no loss. */
    public static SimulationSettings defaults() {
        return new SimulationSettings(1, false, 5_000, 0);
    }

    /** The same with another seed. */
    public SimulationSettings seed(long newSeed) {
        return new SimulationSettings(newSeed, virtualClock, latencyNanos, lossPerMillion);
    }

    /** The same with a virtual clock, or with the machine's. */
    public SimulationSettings virtualClock(boolean virtual) {
        return new SimulationSettings(seed, virtual, latencyNanos, lossPerMillion);
    }

    /** The same with another latency, nanoseconds. */
    public SimulationSettings latencyNanos(long nanos) {
        return new SimulationSettings(seed, virtualClock, nanos, lossPerMillion);
    }

    /** The same with another loss, 0 to 1,000,000. */
    public SimulationSettings lossPerMillion(int loss) {
        return new SimulationSettings(seed, virtualClock, latencyNanos, loss);
    }
}
