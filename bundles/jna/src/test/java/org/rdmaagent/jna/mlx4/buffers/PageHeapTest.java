// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PageHeapTest {
    private static final long PAGE = 4096;

    private record Part(long offset, long length) {
        boolean overlaps(Part other) {
            return offset < other.offset + other.length && other.offset < offset + length;
        }
    }

    @Test
    void theFirstGapThatIsLongEnoughIsTaken() {
        PageHeap heap = new PageHeap(8 * PAGE);
        assertEquals(OptionalLong.of(0), heap.take(2 * PAGE));
        assertEquals(OptionalLong.of(2 * PAGE), heap.take(PAGE));
        assertEquals(OptionalLong.of(3 * PAGE), heap.take(2 * PAGE));
        heap.giveBack(0, 2 * PAGE);
        assertEquals(OptionalLong.of(5 * PAGE), heap.take(3 * PAGE));
        assertEquals(OptionalLong.of(0), heap.take(PAGE));
        assertEquals(7 * PAGE, heap.used());
        assertEquals(OptionalLong.empty(), heap.take(2 * PAGE));
    }

    @Test
    void gapsThatMeetBecomeOne() {
        PageHeap heap = new PageHeap(3 * PAGE);
        for (int i = 0; i < 3; i++) {
            heap.take(PAGE);
        }
        heap.giveBack(0, PAGE);
        heap.giveBack(2 * PAGE, PAGE);
        assertEquals(OptionalLong.empty(), heap.take(2 * PAGE));
        heap.giveBack(PAGE, PAGE);
        assertEquals(OptionalLong.of(0), heap.take(3 * PAGE));
    }

    @Test
    void whatWasNotTakenIsRefused() {
        PageHeap heap = new PageHeap(4 * PAGE);
        heap.take(2 * PAGE);
        assertThrows(IllegalArgumentException.class, () -> heap.giveBack(2 * PAGE, PAGE));
        assertThrows(IllegalArgumentException.class, () -> heap.giveBack(PAGE, 2 * PAGE));
        assertThrows(IllegalArgumentException.class, () -> heap.giveBack(-PAGE, PAGE));
        assertThrows(IllegalArgumentException.class, () -> heap.giveBack(0, 0));
        heap.giveBack(0, 2 * PAGE);
        assertThrows(IllegalArgumentException.class, () -> heap.giveBack(0, 2 * PAGE));
        assertEquals(0, heap.used());
    }

    @Test
    void nothingIsGivenTwiceAndEverythingComesBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        PageHeap heap = new PageHeap(256 * PAGE);
        List<Part> taken = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            if (random.nextBoolean() || taken.isEmpty()) {
                long length = (1 + random.nextInt(16)) * PAGE;
                heap.take(length)
                        .ifPresent(
                                offset -> {
                                    Part part = new Part(offset, length);
                                    assertTrue(
                                            taken.stream().noneMatch(part::overlaps),
                                            "seed " + seed);
                                    taken.add(part);
                                });
            } else {
                Part part = taken.remove(random.nextInt(taken.size()));
                heap.giveBack(part.offset(), part.length());
            }
            assertEquals(taken.stream().mapToLong(Part::length).sum(), heap.used(), "seed " + seed);
        }
        taken.forEach(part -> heap.giveBack(part.offset(), part.length()));
        assertEquals(OptionalLong.of(0), heap.take(256 * PAGE), "seed " + seed);
    }
}
