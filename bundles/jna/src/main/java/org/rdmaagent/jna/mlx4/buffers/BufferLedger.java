// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.BufferUse;

/** Which buffer came from whom, and how many there were. For any thread. */
final class BufferLedger {
    /**
     * A buffer in use.
     *
     * @param asked bytes that the library asked for
     * @param bytes of the whole pages
     */
    record Buffer(BufferSource source, Lot lot, String purpose, long asked, long bytes) {
        long end() {
            return lot.address() + bytes;
        }
    }

    private record Key(String purpose, long asked) {}

    private static final class Count {
        long allocations;
        long live;
    }

    private final TreeMap<Long, Buffer> live = new TreeMap<>();
    private final Map<Key, Count> uses =
            new TreeMap<>(Comparator.comparing(Key::purpose).thenComparingLong(Key::asked));
    private long allocations;
    private long frees;
    private long failures;
    private long fallbacks;
    private long liveBytes;
    private long peakBytes;
    private long lostBytes;
    private String lastTrouble = "";

    /**
     * A buffer is in use from now on.
     *
     * @return whether it is: not if some of it is in use already
     */
    synchronized boolean add(Buffer buffer) {
        if (holds(buffer.lot().address(), buffer.bytes())) {
            return false;
        }
        live.put(buffer.lot().address(), buffer);
        allocations++;
        liveBytes += buffer.bytes();
        peakBytes = Math.max(peakBytes, liveBytes);
        Count count = count(buffer);
        count.allocations++;
        count.live++;
        return true;
    }

    /** Whether some of it is in use. */
    synchronized boolean holds(long address, long bytes) {
        Map.Entry<Long, Buffer> before = live.lowerEntry(address + bytes);
        return before != null && before.getValue().end() > address;
    }

    private Count count(Buffer buffer) {
        return uses.computeIfAbsent(new Key(buffer.purpose(), buffer.asked()), key -> new Count());
    }

    /** A buffer is not in use any more. */
    synchronized Optional<Buffer> remove(long address) {
        Buffer buffer = live.remove(address);
        if (buffer != null) {
            liveBytes -= buffer.bytes();
            count(buffer).live--;
        }
        return Optional.ofNullable(buffer);
    }

    /** It was taken back. */
    synchronized void freed() {
        frees++;
    }

    /** It was not taken back. */
    synchronized void lost(Buffer buffer, String trouble) {
        lostBytes += buffer.bytes();
        lastTrouble = trouble;
    }

    /** A request got nothing. */
    synchronized void failed(String trouble) {
        failures++;
        lastTrouble = trouble;
    }

    /** A request gets ordinary pages. */
    synchronized void fellBack(String trouble) {
        fallbacks++;
        lastTrouble = trouble;
    }

    /** The addresses of what is in use. */
    synchronized List<Long> addresses() {
        return List.copyOf(live.keySet());
    }

    synchronized AllocatorStatistics statistics() {
        List<BufferUse> rows = new ArrayList<>();
        uses.forEach(
                (key, count) ->
                        rows.add(
                                new BufferUse(
                                        key.purpose(),
                                        key.asked(),
                                        count.allocations,
                                        count.live)));
        return new AllocatorStatistics(
                allocations,
                frees,
                failures,
                fallbacks,
                liveBytes,
                peakBytes,
                live.size(),
                lostBytes,
                rows,
                lastTrouble);
    }
}
