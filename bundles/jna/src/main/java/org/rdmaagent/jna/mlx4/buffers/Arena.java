// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.OptionalLong;
import org.rdmaagent.spi.mlx4.AllocatorPlan;

/** One region that is there before the first object is made. For any thread. */
final class Arena {
    private final MappedRegion region;
    private final PageHeap heap;
    private final int node;
    private final boolean locked;

    private Arena(MappedRegion region, int node, boolean locked) {
        this.region = region;
        this.heap = new PageHeap(region.bytes());
        this.node = node;
        this.locked = locked;
    }

    /** Maps it; all of it is there afterwards. */
    static Arena map(AllocatorPlan plan, int node) throws NoBufferException {
        long bytes = HostMemory.rounded(plan.regionBytes(), HostMemory.pageBytes());
        MappedRegion region =
                MappedRegion.map(
                        bytes, MappedRegion.Wish.resident(0, node, plan.locked(), plan.fallback()));
        return new Arena(region, node, plan.locked() && region.lacking().isEmpty());
    }

    synchronized Lot take(long bytes) throws NoBufferException {
        OptionalLong offset = heap.take(bytes);
        if (offset.isEmpty()) {
            boolean scattered = heap.bytes() - heap.used() >= bytes;
            throw new NoBufferException(
                    (scattered ? "the arena has no gap that long: " : "the arena is full: ")
                            + used()
                            + "; raise regionBytes");
        }
        return new Lot(region.address() + offset.getAsLong(), this::takeBack);
    }

    private synchronized void takeBack(long address, long bytes) {
        heap.giveBack(address - region.address(), bytes);
    }

    private String used() {
        return heap.used() + " of " + heap.bytes() + " bytes used";
    }

    synchronized String detail() {
        return "a region, " + used() + SourceWords.placement(node, locked);
    }

    String lacking() {
        return region.lacking();
    }

    /** All that it gave has come back. */
    void unmap() {
        region.unmap();
    }
}
