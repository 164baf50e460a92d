// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * What a sweep cost.
 *
 * @param startedAt when it began
 * @param sweepNanos how long it took, nanoseconds of the clock that its time-outs ran on
 * @param smpsUsed subnet management packets sent, answered or not, repeats included; of
 *     libibnetdisc its own count ({@code total_mads_used})
 * @param retries repeats among them
 * @param timeouts questions given up for want of an answer
 * @param maxOnWire the most that were outstanding at one time; 0 if the engine does not tell
 * @param from where it began
 * @param hops how far from there it was to go; empty for no limit
 * @param incremental whether it confirmed what was known instead of asking everything
 */
public record SweepStatistics(
        Instant startedAt,
        long sweepNanos,
        long smpsUsed,
        long retries,
        long timeouts,
        int maxOnWire,
        DirectedRoute from,
        OptionalInt hops,
        boolean incremental) {}
