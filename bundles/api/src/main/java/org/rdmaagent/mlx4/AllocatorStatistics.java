// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

import java.util.List;

/**
 * What the allocator of a context was asked for since the context was opened. All 0 with {@code
 * system}: the library does not tell.
 *
 * @param allocations buffers given
 * @param frees buffers taken back
 * @param failures requests that got nothing: the making of an object failed with ENOMEM
 * @param fallbacks requests that got ordinary pages, since the chosen allocator had none
 * @param liveBytes bytes in use, in whole pages
 * @param peakBytes the most that were in use at a time
 * @param liveBuffers buffers in use
 * @param lostBytes bytes that their allocator did not take back (it threw)
 * @param uses by kind of object and size
 * @param lastTrouble the last failure or fallback in words; empty if there was none
 */
public record AllocatorStatistics(
        long allocations,
        long frees,
        long failures,
        long fallbacks,
        long liveBytes,
        long peakBytes,
        long liveBuffers,
        long lostBytes,
        List<BufferUse> uses,
        String lastTrouble) {
    /** Copies the list. */
    public AllocatorStatistics {
        uses = List.copyOf(uses);
    }
}
