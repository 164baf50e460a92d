// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Which parts of a region are taken: the first gap that is long enough is given, and gaps that meet
 * become one. For one thread at a time.
 */
final class PageHeap {
    private final long bytes;

    /** Begin and length of each gap; no two meet. */
    private final TreeMap<Long, Long> gaps = new TreeMap<>();

    private long used;

    /**
     * An empty one.
     *
     * @param bytes of the region
     */
    PageHeap(long bytes) {
        this.bytes = bytes;
        gaps.put(0L, bytes);
    }

    /**
     * Takes a part.
     *
     * @param length 1 or more
     * @return where it begins, bytes from the begin of the region; nothing if no gap is long enough
     */
    OptionalLong take(long length) {
        Optional<Long> found =
                gaps.entrySet().stream()
                        .filter(gap -> gap.getValue() >= length)
                        .map(Map.Entry::getKey)
                        .findFirst();
        if (found.isEmpty()) {
            return OptionalLong.empty();
        }
        long offset = found.get();
        long left = Objects.requireNonNull(gaps.remove(offset)) - length;
        if (left > 0) {
            gaps.put(offset + length, left);
        }
        used += length;
        return OptionalLong.of(offset);
    }

    /**
     * Gives a part back.
     *
     * @throws IllegalArgumentException if it was not taken
     */
    void giveBack(long offset, long length) {
        requireTaken(offset, length);
        long begin = offset;
        long end = offset + length;
        Map.Entry<Long, Long> before = gaps.floorEntry(offset);
        if (before != null && before.getKey() + before.getValue() == offset) {
            begin = before.getKey();
        }
        Long after = gaps.remove(end);
        if (after != null) {
            end += after;
        }
        gaps.put(begin, end - begin);
        used -= length;
    }

    private void requireTaken(long offset, long length) {
        Map.Entry<Long, Long> before = gaps.lowerEntry(offset + length);
        boolean inGap = before != null && before.getKey() + before.getValue() > offset;
        if (offset < 0 || length < 1 || offset + length > bytes || inGap) {
            throw new IllegalArgumentException(length + " bytes at " + offset + " are not taken");
        }
    }

    /** Bytes of the region. */
    long bytes() {
        return bytes;
    }

    /** Bytes that are taken. */
    long used() {
        return used;
    }
}
