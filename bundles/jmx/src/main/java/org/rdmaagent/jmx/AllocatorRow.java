// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.AllocatorStatus;
import org.rdmaagent.mlx4.Mlx4ContextStatus;

/**
 * What the allocator of one context was asked for, on the wire.
 *
 * @param context its name
 * @param allocator in force for new buffers
 * @param allocations buffers given
 * @param frees buffers taken back
 * @param failures requests that got nothing
 * @param fallbacks requests that got ordinary pages instead
 * @param liveBytes bytes in use, in whole pages
 * @param peakBytes the most at a time
 * @param liveBuffers buffers in use
 * @param lostBytes bytes that their allocator did not take back
 * @param lastTrouble the last failure or fallback in words; empty if there was none
 */
public record AllocatorRow(
        String context,
        String allocator,
        long allocations,
        long frees,
        long failures,
        long fallbacks,
        long liveBytes,
        long peakBytes,
        long liveBuffers,
        long lostBytes,
        String lastTrouble) {
    static AllocatorRow of(Mlx4ContextStatus status) {
        AllocatorStatus allocator = status.allocator();
        AllocatorStatistics figures = allocator.statistics();
        return new AllocatorRow(
                status.context(),
                allocator.name(),
                figures.allocations(),
                figures.frees(),
                figures.failures(),
                figures.fallbacks(),
                figures.liveBytes(),
                figures.peakBytes(),
                figures.liveBuffers(),
                figures.lostBytes(),
                figures.lastTrouble());
    }
}
