// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.time.Instant;

/**
 * What a sweep cost.
 *
 * @param startedAt when it began
 * @param sweepNanos how long it took, nanoseconds of the clock that its time-outs ran on
 * @param smpsUsed subnet management packets sent, repeats included
 * @param retries repeats among them
 * @param timeouts questions given up for want of an answer
 * @param maxOnWire the most that were outstanding at one time
 */
public record SweepStatistics(
        Instant startedAt,
        long sweepNanos,
        long smpsUsed,
        long retries,
        long timeouts,
        int maxOnWire) {}
