// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.BufferUse;

/** What the allocators of a context were asked for. The world's lock is held. */
final class AllocatorRecords {
    private record Kind(Purpose purpose, long bytes) {}

    private static final class Count {
        private long allocations;
        private long live;
    }

    private final Map<Kind, Count> uses =
            new TreeMap<>(Comparator.comparing(Kind::purpose).thenComparing(Kind::bytes));
    private long allocations;
    private long frees;
    private long failures;
    private long fallbacks;
    private long liveBytes;
    private long peakBytes;
    private long liveBuffers;
    private long lostBytes;
    private String lastTrouble = "";

    private Count count(Purpose purpose, long bytes) {
        return uses.computeIfAbsent(new Kind(purpose, bytes), any -> new Count());
    }

    void given(Purpose purpose, long bytes) {
        Count count = count(purpose, bytes);
        count.allocations++;
        count.live++;
        allocations++;
        liveBuffers++;
        liveBytes += Pages.round(bytes, Pages.BYTES);
        peakBytes = Math.max(peakBytes, liveBytes);
    }

    void takenBack(Purpose purpose, long bytes) {
        gone(purpose, bytes);
        frees++;
    }

    void lost(Purpose purpose, long bytes, String why) {
        gone(purpose, bytes);
        lostBytes += Pages.round(bytes, Pages.BYTES);
        lastTrouble = why;
    }

    private void gone(Purpose purpose, long bytes) {
        count(purpose, bytes).live--;
        liveBuffers--;
        liveBytes -= Pages.round(bytes, Pages.BYTES);
    }

    void fellBack(String why) {
        fallbacks++;
        lastTrouble = why;
    }

    void failed(String why) {
        failures++;
        lastTrouble = why;
    }

    AllocatorStatistics shown() {
        List<BufferUse> shown =
                uses.entrySet().stream()
                        .map(
                                each ->
                                        new BufferUse(
                                                each.getKey().purpose.text(),
                                                each.getKey().bytes,
                                                each.getValue().allocations,
                                                each.getValue().live))
                        .toList();
        return new AllocatorStatistics(
                allocations,
                frees,
                failures,
                fallbacks,
                liveBytes,
                peakBytes,
                liveBuffers,
                lostBytes,
                shown,
                lastTrouble);
    }
}
